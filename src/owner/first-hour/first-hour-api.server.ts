import { createRouter } from '#access/router.server.ts';
import type { Viewers } from '#access/viewers.server.ts';
import { getFirstHourRoute, sendTestEmailRoute, setFirstHourRoute } from './first-hour.contract.ts';
import type { createFirstHourService } from './first-hour.service.server.ts';

type Parts = { viewers: Viewers; firstHour: ReturnType<typeof createFirstHourService> };

export function createFirstHourApi({ viewers, firstHour }: Parts) {
  return createRouter(viewers)
    .openapi(getFirstHourRoute, async (c) => c.json(await firstHour.get(c.var.viewer), 200))
    .openapi(setFirstHourRoute, async (c) =>
      c.json(await firstHour.set(c.var.viewer, c.req.valid('json')), 200),
    )
    .openapi(sendTestEmailRoute, async (c) => c.json(await firstHour.sendTestEmail(c.var.viewer), 200));
}
