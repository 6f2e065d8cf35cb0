import { createRouter } from '#access/router.server.ts';
import type { Viewers } from '#access/viewers.server.ts';
import { ok } from '#platform/contract/contract.ts';
import { answerStream } from './answer-stream.server.ts';
import {
  answerPromptRoute,
  answerStepPromptRoute,
  deleteResultRoute,
  getResultRoute,
  keepResultRoute,
  listDeletedResultsRoute,
  listResultsRoute,
} from './answers.contract.ts';
import type { createAnswersService } from './answers.service.server.ts';
import type { createResultsService } from './results.service.server.ts';

type Parts = {
  viewers: Viewers;
  answers: ReturnType<typeof createAnswersService>;
  results: ReturnType<typeof createResultsService>;
};

export function createAnswersApi({ viewers, answers, results }: Parts) {
  return createRouter(viewers)
    .openapi(answerPromptRoute, async (c) => {
      const { values = {} } = c.req.valid('json');
      const { slug } = c.req.valid('param');
      return answerStream(await answers.prompt(c.var.viewer, slug, values, c.req.raw.signal));
    })
    .openapi(answerStepPromptRoute, async (c) => {
      const { values = {} } = c.req.valid('json');
      const place = { ...c.req.valid('param'), ...c.req.valid('query') };
      return answerStream(await answers.stepPrompt(c.var.viewer, place, values, c.req.raw.signal));
    })
    .openapi(listResultsRoute, async (c) =>
      c.json(await results.list(c.var.viewer, c.req.valid('param').slug, c.req.valid('query')), 200),
    )
    .openapi(listDeletedResultsRoute, async (c) =>
      c.json(await results.listOfDeleted(c.var.viewer, c.req.valid('query')), 200),
    )
    .openapi(keepResultRoute, async (c) =>
      c.json(await results.keep(c.var.viewer, c.req.valid('param').slug, c.req.valid('json')), 201),
    )
    .openapi(getResultRoute, async (c) =>
      c.json(await results.get(c.var.viewer, c.req.valid('param').id), 200),
    )
    .openapi(deleteResultRoute, async (c) => {
      await results.delete(c.var.viewer, c.req.valid('param').id);
      return c.json(ok, 200);
    });
}
