import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'

function spawnProgram(program: string) {
  const log = JSON.stringify(new URL('log.ts', import.meta.url).href)
  const whole = `import { createLog } from ${log}; const log = createLog('info'); ${program}`
  return spawn(process.execPath, ['--input-type=module', '-e', whole], { stdio: ['ignore', 'pipe', 'pipe'] })
}
const linesOf = (said: string) => said.split('\n').filter((line) => line.startsWith('{'))
/** The log lines of a process that runs this code. */
const saidBy = async (program: string) => linesOf(await text(spawnProgram(program).stderr))
const events = (lines: string[]) => lines.map((line) => (JSON.parse(line) as { event: string }).event)
const counts = (lines: string[]) => lines.map((line) => (JSON.parse(line) as { count: number }).count)

it.each([
  ['ends by itself', ''],
  ['logs that it ends', 'process.exit(0)'],
  ['fails', `throw new Error('thrown')`],
  ['goes on for a while', `setTimeout(() => { log.warn('later'); process.exit(0) }, 10)`],
  [
    'goes on while every thread is busy',
    `const { pbkdf2 } = await import('node:crypto')
    for (let n = 0; n < 8; n += 1) pbkdf2('secret', 'salt', 300_000, 32, 'sha512', () => {})
    setTimeout(() => { log.warn('later'); process.exit(0) }, 10)`,
  ],
])('what a process logs before it %s is written', async (_, end) => {
  const said = events(await saidBy(`log.info('first'); log.error('second', {}, new Error('known')); ${end}`))
  expect(said).toEqual(end.includes('later') ? ['first', 'second', 'later'] : ['first', 'second'])
})

it('a log line does not wait for the end of a process', async () => {
  const child = spawnProgram(`log.info('said'); setTimeout(() => log.info('later'), 50); setInterval(() => {}, 1_000)`)
  let heard = ''
  for await (const piece of child.stderr) if (events(linesOf((heard += piece))).includes('later')) break
  child.kill()
  expect(events(linesOf(heard))).toEqual(['said', 'later'])
})

it('log lines of consecutive turns are sent together', async () => {
  const child = spawnProgram(`
    const { default: fs } = await import('node:fs')
    const { syncBuiltinESMExports } = await import('node:module')
    const { writeSync } = fs
    let writes = 0
    fs.writeSync = (...what) => { writes += 1; return writeSync(...what) }
    syncBuiltinESMExports()
    for (let n = 0; n < 100; n += 1) {
      log.info('said', { count: n })
      await new Promise(setImmediate)
    }
    process.on('exit', () => console.log(writes))
  `)
  const [lines, writes] = await Promise.all([text(child.stderr), text(child.stdout)])
  expect(counts(linesOf(lines))).toEqual(Array.from({ length: 100 }, (_, n) => n))
  expect(Number(writes)).toBeGreaterThan(0)
  expect(Number(writes)).toBeLessThan(30)
})

it('many log lines at once are written complete and in order', async () => {
  const lines = await saidBy(`for (let n = 0; n < 3_000; n += 1) log.info('said', { count: n }); process.exit(0)`)
  expect(counts(lines)).toEqual(Array.from({ length: 3_000 }, (_, n) => n))
})

it('a slow reader delays no other work, and receives every line', async () => {
  const child = spawnProgram(`
    for (let n = 0; n < 3_000; n += 1) log.info('said', { count: n })
    setTimeout(() => { console.log('went on'); setTimeout(() => { log.info('said', { count: 3_000 }); process.exit(0) }, 100) }, 100)
  `)
  expect(String((await once(child.stdout, 'data'))[0])).toBe('went on\n')
  expect(counts(linesOf(await text(child.stderr)))).toEqual(Array.from({ length: 3_001 }, (_, n) => n))
})

it('lines that exceed the buffer are dropped and counted, and later lines are written', async () => {
  const child = spawnProgram(`
    const name = 'n'.repeat(200)
    for (let n = 0; n < 100_000; n += 1) log.info('said', { count: n, name })
    console.log('said all')
    let later = 100_000
    setInterval(() => log.info('said', { count: later++ }), 20)
  `)
  await once(child.stdout, 'data')
  let heard = ''
  for await (const piece of child.stderr) {
    const before = heard.slice(-400)
    heard += piece
    if (/_dropped.*\n.*\n/.test(before + piece)) break
  }
  child.kill()
  const lines = linesOf(heard.slice(0, heard.lastIndexOf('\n')))
  const gap = events(lines).indexOf('log_dropped')
  const [kept, [dropped], after] = [lines.slice(0, gap), lines.slice(gap, gap + 1), lines.slice(gap + 1)]
  expect(gap).toBeGreaterThan(10_000)
  expect(counts(kept)).toEqual(Array.from({ length: gap }, (_, n) => n))
  expect(counts(after)[0]).toBe(gap + counts([dropped!])[0]!)
})

it.each(['has gone', 'has stopped'])('a process ends whose reader %s', async (reader) => {
  const child = spawnProgram(`for (let n = 0; n < 3_000; n += 1) log.info('said', { count: n }); process.exit(0)`)
  if (reader === 'has gone') child.stderr.destroy()
  expect(await once(child, 'exit')).toEqual([0, null])
})

it('a field that is not on the allow-list is never logged, also with a value', async () => {
  const [line] = await saidBy(`log.info('event', { request_id: 'r', document: '11144477735', code: undefined })`)
  expect(JSON.parse(line!)).toMatchObject({ event: 'event', request_id: 'r' })
  expect(line).not.toMatch(/document|code/)
})
