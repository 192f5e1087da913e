-- What an advice says is messages: each text of these lists is a JSON array of codes with arguments, from which the
-- reader's language is made. Texts from before are messages that say them as they are, until the domain is judged next,
-- which is due at once.
create function pg_temp.said(texts text[]) returns text[] language sql as $$
    select coalesce(array_agg(jsonb_build_array(jsonb_build_object('code', 'common.verbatim', 'arguments',
        jsonb_build_object('text', n.said)))::text order by n.place), '{}')
    from unnest(texts) with ordinality n(said, place)
$$;
update policy_advice set blocking = pg_temp.said(blocking), met = pg_temp.said(met), notes = pg_temp.said(notes),
    due = least(due, now());
