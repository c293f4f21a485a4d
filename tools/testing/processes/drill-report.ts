/** The observations of a drill, line by line, and its failures. */
export interface DrillReport {
  say: (line: string) => void
  /** An assertion. A failure is printed and fails the drill. */
  must: (holds: boolean, what: string) => void
}

const say = (line: string) => void process.stdout.write(`${line}\n`)

export async function drill(work: (verdict: DrillReport) => Promise<void>): Promise<never> {
  const wrong: string[] = []
  await work({
    say,
    must: (holds, what) => {
      if (holds) return
      wrong.push(what)
      say(`  WRONG: ${what}`)
    },
  })
  say(wrong.length === 0 ? 'passed' : `FAILED: ${wrong.length} things were wrong`)
  process.exit(wrong.length === 0 ? 0 : 1)
}
