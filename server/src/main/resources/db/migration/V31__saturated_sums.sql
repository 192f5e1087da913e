-- Reporters choose the counts, so a sum may be larger than the largest bigint. It stops there: a sum that failed would make
-- later reports and pages fail too.
create function saturated(value numeric) returns bigint
    language sql immutable strict parallel safe
    return cast(least(greatest(value, -9223372036854775808), 9223372036854775807) as bigint);
