import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Blank } from '#library/blanks/public/blanks.ts';
import { playbookQuery } from '#library/catalog/public/playbook-query.ts';
import { playbookVersionQuery } from '#library/versions/public/playbook-versions.ts';
import { ApiError } from '#platform/client/api-client.ts';
import type { Run } from './runs.contract.ts';

/** A step's texts from the playbook; undefined if the member can no longer read it. */
export type StepText = {
  title: string;
  description: string;
  prompts: { title: string; prompt_body: string; blanks: Blank[] }[];
};

/** Whether the member can no longer read the playbook. The run is shown without its texts then. */
const isRefused = (error: Error) => error instanceof ApiError && [403, 404].includes(error.status);

/**
 * The playbook's steps in the run's version, and the current playbook if the member can read it. `error` tells why they
 * couldn't be loaded; `retry` loads them again.
 */
export function useRunSteps(run: Run | undefined) {
  const slug = run?.playbook?.slug;
  const version = run?.version ?? 1;
  const {
    data: playbook,
    error: playbookError,
    refetch,
  } = useQuery({
    ...playbookQuery(slug ?? ''),
    enabled: slug !== undefined,
  });
  const current = playbook?.can.read ? playbook : undefined;
  const isToday = current?.version === version;
  const isOther = current !== undefined && !isToday;
  const {
    data: other,
    isLoading,
    error: otherError,
    refetch: refetchOther,
  } = useQuery({
    ...playbookVersionQuery(slug ?? '', version),
    enabled: isOther,
  });
  const isBehind = current !== undefined && current.version < version;
  useEffect(() => {
    if (isBehind) void refetch();
  }, [isBehind, refetch]);

  const found = isToday ? current.steps : current && other?.steps;
  // The playbook can change while a run is open. Keep showing its steps until they are loaded as an earlier version.
  const [shown, setShown] = useState<{ version: number; steps: StepText[] }>();
  if (found && (found !== shown?.steps || version !== shown.version)) setShown({ version, steps: found });
  const error = isOther ? otherError : playbook ? null : playbookError;
  const hasFailed = error !== null && !isRefused(error);
  const steps = found ?? ((isLoading || hasFailed) && shown?.version === version ? shown.steps : undefined);
  const isMissing = run === undefined || (slug !== undefined && !playbook && !error) || (!steps && isLoading);
  return {
    steps: steps ?? [],
    current,
    isMissing,
    error: hasFailed && !steps ? error : null,
    retry: isOther ? refetchOther : refetch,
  };
}
