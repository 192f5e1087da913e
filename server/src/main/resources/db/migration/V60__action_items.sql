-- Issues and tasks have the same form, so that the same statements serve both.
alter table issue rename column solved to solved_at;
alter table task rename column solve_time to solved_at;
alter table task rename column message to details_message;
