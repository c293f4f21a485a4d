import { createFinder, type Find, type Word } from './canary-values.ts'
import { type Counts, count } from './counts.ts'
import { dumpedLines, lookThroughDump } from './dump.ts'
import type { Attacked } from './environment.ts'

/** Every output of a gateway other than the response to its caller. */
export interface LeakChannels {
  personal: Find
  secret: Find
  /** Follows the log of a process, from its first line on. */
  follow(name: string, process: Attacked): void
  /** Checks one text for personal data and secrets. */
  look(where: string, text: string): void
  lookAtMetrics(name: string, process: Attacked): Promise<void>
  lookAtDump(url: string): Promise<void>
  /** Records the number of checks and findings. */
  settle(counts: Counts): void
}

export function createLeakScanner(words: { personal: Word[]; secret: Word[] }): LeakChannels {
  const [personal, secret] = [createFinder(words.personal), createFinder(words.secret)]
  const tally = { texts: 0, found: [] as string[], wrong: [] as string[] }
  const ways: LeakChannels = {
    personal,
    secret,
    follow: (name, process) => process.readLog((line) => ways.look(`a log line of the ${name}`, line)),
    look(where, text) {
      tally.texts += 1
      for (const kind of [...personal(text), ...secret(text)]) tally.found.push(`${kind} in ${where}`)
    },
    async lookAtMetrics(name, { internal_url }) {
      const answer = await fetch(`${internal_url}/metrics`)
      if (!answer.ok) tally.wrong.push(`the ${name} tells no metrics: ${answer.status}`)
      const text = await answer.text()
      for (const line of text.split('\n')) ways.look(`a metric of the ${name}`, line)
    },
    async lookAtDump(url) {
      const { rows, kept, found } = await lookThroughDump(dumpedLines(url), { personal, secret })
      tally.texts += rows
      tally.found.push(...found)
      if (kept === 0) tally.wrong.push('nothing that was said of people is in the dump: then nothing is shown by it')
    },
    settle(counts) {
      count(counts, 'canaries', tally.texts, tally.found)
      counts.wrong.push(...tally.wrong)
    },
  }
  return ways
}
