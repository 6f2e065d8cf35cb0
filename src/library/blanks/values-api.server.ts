import { createRouter } from '#access/router.server.ts';
import type { Viewers } from '#access/viewers.server.ts';
import { allOf, pageOf } from '#platform/database/list-page.server.ts';
import { blankKey } from './public/parse.ts';
import type { createValuesService } from './public/values.service.server.ts';
import { eraseValuesRoute, listValuesRoute, saveValuesRoute } from './values.contract.ts';

type Parts = {
  viewers: Viewers;
  values: ReturnType<typeof createValuesService>;
};

export function createValuesApi({ viewers, values }: Parts) {
  return createRouter(viewers)
    .openapi(listValuesRoute, async (c) =>
      c.json(
        pageOf('values', await values.list(c.var.viewer), c.req.valid('query'), ({ updated_at, name }) => [
          -Date.parse(updated_at),
          blankKey(name),
        ]),
        200,
      ),
    )
    .openapi(saveValuesRoute, async (c) =>
      c.json(allOf(await values.put(c.var.viewer, c.req.valid('json').values)), 200),
    )
    .openapi(eraseValuesRoute, async (c) =>
      c.json(allOf(await values.erase(c.var.viewer, c.req.valid('query').name)), 200),
    );
}
