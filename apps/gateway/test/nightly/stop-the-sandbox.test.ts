import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { marked, spawnSandbox, startSandbox } from '@eclusa/testing/e2e/sandbox.ts'
import { expect, it } from 'vitest'

it('Ctrl-C ends it in order: no process reports a missing database', async () => {
  const JOURNEY = randomUUID()
  const sandbox = await startSandbox({ JOURNEY })
  await sandbox.interrupt()
  expect(sandbox.complaints).toEqual([])
  expect(marked(JOURNEY)).toEqual([])
})

it.each(['starting PostgreSQL', 'creating the database', 'starting the token issuer'])(
  'Ctrl-C while it is %s leaves nothing behind, and logs nothing',
  async (stage) => {
    const JOURNEY = randomUUID()
    const child = spawnSandbox({ JOURNEY })
    const ended = once(child, 'close')
    const lines: string[] = []
    for await (const line of createInterface({ input: child.stderr! })) {
      lines.push(line)
      if (line.startsWith(stage)) process.kill(-child.pid!, 'SIGINT')
    }
    await ended
    // It may log more at the end, but must not report its own end as a failure.
    expect(lines.filter((line) => /could not|while stopping|Error|ECONN/.test(line))).toEqual([])
    expect(marked(JOURNEY)).toEqual([])
  },
)
