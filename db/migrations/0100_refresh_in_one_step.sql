-- Exchanges a refresh token, in one step instead of seven. The session's row is locked, so that parallel refreshes run one after another,
-- in any process: the first one rotates the token, the others get the new one. `outcome`: rotated, active (the caller gets the session's
-- active token), not found, over, already used.
create function auth.refresh_session(
  presented bytea, next_hash bytea, next_encrypted bytea, reuse_seconds double precision, idle_days integer, total_days integer
) returns table (outcome text, session_id uuid, user_id uuid, aal text, amr jsonb, token_encrypted bytea)
language plpgsql as $$
declare
  session auth.sessions;
  used auth.refresh_tokens;
  active auth.refresh_tokens;
begin
  select * into session from auth.sessions as locked
    where locked.id = (select token.session_id from auth.refresh_tokens token where token.token_hash = presented) for update;
  select * into used from auth.refresh_tokens token where token.token_hash = presented;
  select * into active from auth.refresh_tokens token where token.session_id = session.id and token.revoked_at is null;
  if session.id is null or used.token_hash is null or active.token_hash is null then
    return query select 'not found', null::uuid, null::uuid, null::text, null::jsonb, null::bytea;
    return;
  end if;
  if (total_days > 0 and session.created_at < now() - make_interval(days => total_days))
    or (idle_days > 0 and session.refreshed_at < now() - make_interval(days => idle_days)) then
    outcome := 'over';
  elsif presented = active.token_hash then
    update auth.refresh_tokens token set revoked_at = now() where token.token_hash = presented;
    update auth.sessions same set refreshed_at = now() where same.id = session.id;
    insert into auth.refresh_tokens (token_hash, token_encrypted, session_id, parent_hash)
      values (next_hash, next_encrypted, session.id, presented);
    outcome := 'rotated';
  elsif active.parent_hash = presented
    or extract(epoch from clock_timestamp() - used.revoked_at) <= reuse_seconds then
    outcome := 'active';
  else
    -- The token was probably stolen.
    outcome := 'already used';
  end if;
  if outcome in ('over', 'already used') then
    delete from auth.sessions ended where ended.id = session.id;
  end if;
  return query select outcome, session.id, session.user_id, session.aal, session.amr, active.token_encrypted;
end $$;
