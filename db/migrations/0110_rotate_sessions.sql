-- Exchanges many refresh tokens with one commit, where that is all there is to do: the token is its session's active one, the session is
-- not over, and nobody else holds a lock on it. Waits for no lock, so that nobody waits for somebody else's session, and two processes
-- cannot block each other. `place` counts the given tokens from 1; those that do not come back are left to `auth.refresh_session`.
create function auth.rotate_sessions(
  presented bytea[], next_hashes bytea[], next_encrypted bytea[], idle_days integer, total_days integer
) returns table (place integer, session_id uuid, user_id uuid, aal text, amr jsonb)
language plpgsql as $$
#variable_conflict use_column
begin
  return query
  with given as (
    select * from unnest(presented, next_hashes, next_encrypted) with ordinality
      as pair (token_hash, next_hash, next_encrypted, place)
  ), free as (
    select given.*, session.id, session.user_id, session.aal, session.amr
    from given
    join auth.refresh_tokens token on token.token_hash = given.token_hash and token.revoked_at is null
    join auth.sessions session on session.id = token.session_id
    where not (total_days > 0 and session.created_at < now() - make_interval(days => total_days))
      and not (idle_days > 0 and session.refreshed_at < now() - make_interval(days => idle_days))
    -- Locks what is there now: if somebody else has exchanged the token since this statement began, it is not found.
    for no key update of session, token skip locked
  ), used as (
    update auth.refresh_tokens token set revoked_at = now() from free
      where token.token_hash = free.token_hash
      returning free.*
  ), touched as (
    update auth.sessions session set refreshed_at = now() from used where session.id = used.id
  ), added as (
    insert into auth.refresh_tokens (token_hash, token_encrypted, session_id, parent_hash)
      select next_hash, next_encrypted, id, token_hash from used
  )
  select used.place::integer, used.id, used.user_id, used.aal, used.amr from used;
end $$;
