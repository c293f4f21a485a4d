import '@eclusa/simulators/redirect-stdout.ts'
import { drill } from '@eclusa/testing/processes/drill-report.ts'
import {
  type GatewayResponse,
  openStage,
  seconds,
  tally,
  until,
} from '@eclusa/testing/processes/gateway-environment.ts'
import { createSmallDisk } from './small-disk.ts'

/**
 * The disk of the database is full: its tables are on a small file system, which is filled to the last byte and emptied
 * again. WAL is on another disk; without room for that the server stops, which is another drill. Mounting needs root.
 */
const MEGABYTES = 96

await drill(async ({ say, must }) => {
  const disk = await createSmallDisk(MEGABYTES)
  try {
    const stage = await openStage({ create: disk.create })
    const api = await stage.startApi()
    const accounts = await Promise.all(Array.from({ length: 20 }, () => stage.account()))
    const change = (n: number) => stage.change(api.base_url, accounts[n % 20]!, `change ${n}`)
    must((await change(0)).status === 200, 'a write succeeds before')

    await disk.fill()
    const began = Date.now()
    const answers: GatewayResponse[] = []
    // Existing pages have room left, so it takes a while until a new one is needed.
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

    await disk.empty()
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
    await disk.remove()
  }
})
