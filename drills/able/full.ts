import '../../sandbox/keep-stdout.ts'
import { execFile } from 'node:child_process'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { asAdmin } from '../../sandbox/database.ts'
import { type Answer, openStage, seconds, tally, until } from './stage.ts'
import { drill } from './verdict.ts'

/**
 * The disk of the database is full: its tables lie on a small file system of their own, which is filled to the last byte
 * and emptied again. The journal lies elsewhere; without room for that the server stops by itself, which is another drill.
 * Mounting needs root.
 */
const SIZE = '96m'
const NOBODY = 65_534
const run = promisify(execFile)

await drill(async ({ say, must }) => {
  const disk = await mkdtemp(join(tmpdir(), 'eclusa-small-disk-'))
  await run('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=0777`, 'tmpfs', disk])
  try {
    await chown(disk, NOBODY, NOBODY)
    const stage = await openStage({
      prepare: (adminUrl, name) =>
        asAdmin(adminUrl, async (admin) => {
          await admin.query(`create tablespace small location '${disk}'`)
          await admin.query(`alter database ${name} set tablespace small`)
        }),
    })
    const api = await stage.startApi()
    const accounts = await Promise.all(Array.from({ length: 20 }, () => stage.account()))
    const change = (n: number) => stage.change(api.base_url, accounts[n % 20]!, `change ${n}`)
    must((await change(0)).status === 200, 'a write succeeds before')

    const filler = join(disk, 'filler')
    await writeFile(filler, Buffer.alloc(96 << 20)).catch(() => {})
    const began = Date.now()
    const answers: Answer[] = []
    // Pages that are there have room left: it takes a while until one is missing.
    for (let n = 1; n < 5_000 && answers.filter(({ status }) => status !== 200).length < 50; n += 1) {
      answers.push(await change(n))
    }
    await until(() => api.reasonAfter(began, /53100/) !== undefined, 15_000)
    say(`disk full: ${tally(answers)}`)
    say(`  /readyz ${api.told()?.status} after ${seconds(api.reasonAfter(began, /53100/))}: ${api.told()?.reason}`)
    must(
      answers.some(({ status }) => status !== 200),
      'the disk is full, or the drill proves nothing',
    )
    must(
      answers.every(({ status }) => status === 200 || status === 503),
      'everything is answered with 200 or 503',
    )
    must(api.reasonAfter(began, /53100/) !== undefined, '/readyz says so')

    await rm(filler)
    const ended = Date.now()
    const mended = await until(async () => (await change(10_000 + Date.now())).status === 200, 10_000)
    await until(() => api.told()?.status === 'ready', 90_000)
    say(
      `  room again: first write in ${seconds(mended)}, /readyz ${api.told()?.status} after ${seconds(Date.now() - ended)}`,
    )
    must(mended !== undefined, 'writes go on by themselves')
    must(api.told()?.status === 'ready', '/readyz says when it is over')
    await stage.close()
  } finally {
    await run('umount', [disk])
    await rm(disk, { recursive: true })
  }
})
