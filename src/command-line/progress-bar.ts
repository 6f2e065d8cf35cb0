const width = 30;

/** A progress bar on standard error: redrawn in place on a terminal, printed at every quarter elsewhere. */
export function createProgressBar(label: string, total: number) {
  const isTerminal = process.stderr.isTTY;
  let quarter = -1;
  return {
    show(done: number) {
      const share = total === 0 ? 1 : done / total;
      const filled = Math.round(share * width);
      const line = `${label} [${'█'.repeat(filled)}${'·'.repeat(width - filled)}] ${done}/${total}`;
      if (isTerminal) process.stderr.write(`\r${line}`);
      else if (Math.floor(share * 4) > quarter) process.stderr.write(`${line}\n`);
      quarter = Math.floor(share * 4);
    },
    end() {
      if (isTerminal) process.stderr.write('\n');
    },
  };
}
