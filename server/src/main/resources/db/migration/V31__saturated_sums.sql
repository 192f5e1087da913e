-- Reporters choose the numbers of messages, so that a sum may be larger than any bigint. It is the largest one then: what
-- failed by it would fail for ever, and other reports of the account with it.
create function saturated(value numeric) returns bigint
    language sql immutable strict parallel safe
    return cast(least(greatest(value, -9223372036854775808), 9223372036854775807) as bigint);
