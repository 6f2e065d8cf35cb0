/** Names and values, side by side as far as they fit. */
export const Facts = ({ facts }: { facts: [string, string][] }) => (
  <dl className="flex flex-wrap gap-x-10 gap-y-4">
    {facts.map(([term, value]) => (
      <div key={term} className="min-w-28">
        <dt className="text-[0.8125rem] text-muted">{term}</dt>
        <dd className="font-semibold [overflow-wrap:anywhere]">{value}</dd>
      </div>
    ))}
  </dl>
);
