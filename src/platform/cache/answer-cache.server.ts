import { LRUCache } from 'lru-cache';
import type { DatabaseEvents } from '../database/database-events.server.ts';

/** View and vote counts may be this stale; any other change shows immediately. */
const freshMilliseconds = 1_000;
const maxAnswers = 100;

type Known = { answer: Promise<unknown>; version: number };

/**
 * Caches results that are the same for everyone, until the content changes, but for a second at most. Each call first
 * checks that this process has received every change; if that is unknown, the cache isn't used. Concurrent calls share
 * one load.
 */
export class AnswerCache {
  readonly #events: Pick<DatabaseEvents, 'isUpToDate'>;
  readonly #known = new LRUCache<string, Known>({
    max: maxAnswers,
    ttl: freshMilliseconds,
    ttlAutopurge: true,
  });
  #version = 0;

  constructor(events: Pick<DatabaseEvents, 'isUpToDate' | 'onContentChange'>) {
    this.#events = events;
    events.onContentChange(() => {
      this.#version += 1;
    });
  }

  /**
   * @param key identifies the request and everything else that the result depends on
   * @throws whatever `load` throws; errors aren't cached
   */
  async find<Answer>(key: string, load: () => Promise<Answer>): Promise<Answer> {
    if (!(await this.#events.isUpToDate())) return load();
    const found = this.#known.get(key);
    if (found?.version === this.#version) return found.answer as Promise<Answer>;
    const answer = load();
    const made = { answer, version: this.#version };
    this.#known.set(key, made);
    answer.catch(() => this.#known.peek(key) === made && this.#known.delete(key));
    return answer;
  }
}
