import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { runLimits } from '#constants';
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

/** How long after the server's own limit an answer still counts as under way: past that, its connection has gone silent. */
const spareSeconds = 20;

/**
 * An answer of the site's language model as it is written. `tell` is called with it when it is done, `kept` is one from before. Leaving the
 * page stops the model.
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
    // The browser's message for a lost connection isn't written for people.
    let reason = m.the_answer_broke_off();
    try {
      const timeout = AbortSignal.timeout((runLimits.seconds + spareSeconds) * 1_000);
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
          // What it was filled in with is remembered by now.
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

  /** Forgets an answer that is over. */
  const clear = () => setAnswer(nothing);

  return { answer, isRunning, start: (ask: Parameters<typeof start>[0]) => void start(ask), stop, clear };
}
