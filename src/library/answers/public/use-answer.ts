import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { modelLimits } from '#constants';
import { reloadRefused } from '#library/catalog/public/reload-refused.ts';
import type { Profile } from '#people/session/public/profile.contract.ts';
import { ApiError } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { readAnswer } from '../read-answer.ts';
import * as m from '../words/messages.ts';

export type Answer = {
  state: 'none' | 'waiting' | 'writing' | 'done' | 'stopped' | 'failed';
  text: string;
  model: string;
  /** Cut off at the owner's length limit. */
  isCut: boolean;
  /** Why it failed. */
  message: string;
};
const nothing: Answer = { state: 'none', text: '', model: '', isCut: false, message: '' };

export type Answering = ReturnType<typeof useAnswer>;

/** Extra seconds beyond the server's own limit before the connection is considered dead. */
const spareSeconds = 20;

/**
 * Streams an answer from the site's language model. `tell` is called with the finished text; `kept` is an earlier answer to start with.
 * Leaving the page stops the model.
 */
export function useAnswer({ tell, kept = nothing }: { tell?: (text: string) => void; kept?: Answer } = {}) {
  const [answer, setAnswer] = useState(kept);
  const running = useRef<AbortController>(undefined);
  const told = useRef(tell);
  useEffect(() => {
    told.current = tell;
  });
  const client = useQueryClient();
  const isRunning = answer.state === 'waiting' || answer.state === 'writing';

  const stop = useCallback(() => running.current?.abort(), []);
  useEffect(() => stop, [stop]);

  async function start(ask: (signal: AbortSignal) => Promise<Response>) {
    stop();
    const abort = new AbortController();
    running.current = abort;
    let current: Answer = { ...nothing, state: 'waiting' };
    // Ignore updates from earlier runs.
    const show = (change: Partial<Answer>) => {
      current = { ...current, ...change };
      if (running.current === abort) setAnswer(current);
    };
    show({});
    // The browser's own message for a lost connection isn't meant for users.
    let reason = m.the_answer_broke_off();
    try {
      const timeout = AbortSignal.timeout((modelLimits.seconds + spareSeconds) * 1_000);
      const { body } = await ask(AbortSignal.any([abort.signal, timeout]));
      if (!body) throw new Error(reason);
      for await (const event of readAnswer(body)) {
        if (event.type === 'error') {
          reason = event.errorText;
          break;
        }
        if (event.type === 'start') {
          const { model, runs_left } = event.messageMetadata;
          client.setQueryData<Profile>(queryKeys.profile, (profile) => profile && { ...profile, runs_left });
          // By now the server has saved the values of the blanks.
          void client.invalidateQueries({ queryKey: queryKeys.values });
          show({ model });
        }
        if (event.type === 'text-delta') show({ state: 'writing', text: current.text + event.delta });
        if (event.type === 'finish') show({ state: 'done', isCut: event.messageMetadata.is_cut });
      }
      if (current.state !== 'done') throw new Error(reason);
    } catch (error) {
      if (abort.signal.aborted) show({ state: 'stopped' });
      else show({ state: 'failed', message: error instanceof ApiError ? error.message : reason });
      if (error instanceof ApiError) void client.invalidateQueries({ queryKey: queryKeys.profile });
      reloadRefused(client, error);
    }
    if (current.state === 'done' && running.current === abort) told.current?.(current.text);
  }

  /** Clears a finished answer. */
  const clear = () => setAnswer(nothing);

  return { answer, isRunning, start: (ask: Parameters<typeof start>[0]) => void start(ask), stop, clear };
}
