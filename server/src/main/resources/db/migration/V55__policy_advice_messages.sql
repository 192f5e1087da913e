-- What an advice says is messages: each element of these arrays is a JSON array of codes with arguments, from which the
-- reader's language is made. Texts from before are messages that say them as they are, until the domain is judged next,
-- which is due at once.
create function stored_as_said(texts text[]) returns text[] language sql immutable as $$
    select coalesce(array_agg(cast(jsonb_build_array(jsonb_build_object('code', 'common.verbatim',
        'arguments', jsonb_build_object('text', n.said))) as text) order by n.place), '{}')
    from unnest(texts) with ordinality n(said, place)
$$;
update policy_advice set blocking = stored_as_said(blocking), met = stored_as_said(met),
    notes = stored_as_said(notes), due = least(due, now());
drop function stored_as_said;
