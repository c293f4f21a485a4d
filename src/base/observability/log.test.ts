import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'

/** What a process says that does this with its log, in lines. */
async function saidBy(program: string): Promise<string[]> {
  const log = JSON.stringify(new URL('log.ts', import.meta.url).href)
  const whole = `import { openLog } from ${log}; const log = openLog('info'); ${program}`
  const child = spawn(process.execPath, ['--input-type=module', '-e', whole], { stdio: ['ignore', 'ignore', 'pipe'] })
  return (await text(child.stderr)).split('\n').filter((line) => line.startsWith('{'))
}
const events = (lines: string[]) => lines.map((line) => (JSON.parse(line) as { event: string }).event)

it.each([
  ['ends by itself', ''],
  ['says that it ends', 'process.exit(0)'],
  ['fails', `throw new Error('thrown')`],
  ['goes on for a while', `setTimeout(() => { log.warn('later'); process.exit(0) }, 10)`],
])('what a process says before it %s is heard', async (_, end) => {
  const said = events(await saidBy(`log.info('first'); log.error('second', {}, new Error('known')); ${end}`))
  expect(said).toEqual(end.includes('later') ? ['first', 'second', 'later'] : ['first', 'second'])
})

it('much that is said at once is heard whole and in order', async () => {
  const lines = await saidBy(`for (let n = 0; n < 3_000; n += 1) log.info('said', { count: n }); process.exit(0)`)
  expect(lines.map((line) => (JSON.parse(line) as { count: number }).count)).toEqual(
    Array.from({ length: 3_000 }, (_, n) => n),
  )
})

it('a field that is not on the list is said by nobody, also where it was given a value', async () => {
  const [line] = await saidBy(`log.info('event', { request_id: 'r', document: '11144477735', code: undefined })`)
  expect(JSON.parse(line!)).toMatchObject({ event: 'event', request_id: 'r' })
  expect(line).not.toMatch(/document|code/)
})
