import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { compiled } from '@eclusa/simulators/compiled.ts'
import type { DatabaseUrls } from '@eclusa/simulators/database.ts'
import type { SeededUser } from '@eclusa/simulators/seed.ts'
import type { DrillReport } from '@eclusa/testing/processes/drill-report.ts'
import { startApiProcess } from '@eclusa/testing/processes/gateway-process.ts'

const main = new URL('../../../apps/gateway/src/main.ts', import.meta.url).pathname

interface TryOutResult {
  code: number
  stdout: string
  stderr: string
}

/** A CLI command of the gateway; its output, and its exit code. */
async function eclusa(words: string[], env: Record<string, string>): Promise<TryOutResult> {
  const surroundings = { PATH: process.env['PATH'], ...compiled, ...env }
  return promisify(execFile)(process.execPath, [main, '--json', ...words], {
    env: surroundings,
    maxBuffer: 1 << 26,
  }).then(
    (printed) => ({ code: 0, ...printed }),
    (error: TryOutResult) => error,
  )
}

/** The page's steps for a restored database before users are allowed in. */
export async function verify(
  database: DatabaseUrls,
  settings: Record<string, string>,
  subjects: string[],
  { must }: Pick<DrillReport, 'must'>,
): Promise<string> {
  const auditor = { DATABASE_AUDITOR_URL: database.auditor }
  const [activity, journal, doctor] = await Promise.all([
    eclusa(['activity', 'verify'], auditor),
    eclusa(['journal', 'verify'], auditor),
    eclusa(['doctor', ...subjects], { ...settings, ...auditor }),
  ])
  must(activity.code === 0, `eclusa activity verify finds every chain whole: ${activity.stdout}${activity.stderr}`)
  must(journal.code === 0, `eclusa journal verify finds nothing: ${journal.stdout}${journal.stderr}`)
  const { checks } = JSON.parse(doctor.stdout) as { checks: { name: string; status: string; found: string }[] }
  const failed = checks.filter(({ status }) => status === 'FAIL').map(({ name, found }) => `${name} (${found})`)
  must(failed.length === 0, `eclusa doctor finds nothing that fails: ${failed.join(', ')}`)
  if (activity.code !== 0 || journal.code !== 0) return 'not verified'
  const [{ chains }] = JSON.parse(activity.stdout) as [{ chains: number }]
  const seen = (JSON.parse(journal.stdout) as { check: string; seen: number }[])
    .filter((one) => one.seen > 0)
    .map((one) => `${one.check} ${one.seen}`)
  const well = checks.filter(({ status }) => status === 'OK').length
  return `verified: ${chains} chains; ${seen.join(', ')}; the doctor finds ${well} of ${checks.length} well, none failed`
}

interface Sample {
  path: string
  nickname: string
  file: { id: string; sha256: string } | undefined
}

/** The API with it: reads written data, downloads a file, and writes. */
export async function serveOnce(
  settings: Record<string, string>,
  { api_key }: SeededUser,
  { path, nickname, file }: Sample,
  { must }: Pick<DrillReport, 'must'>,
): Promise<void> {
  const api = await startApiProcess(settings)
  const ask = (way: string, init: RequestInit = {}) =>
    fetch(api.base_url + way, {
      ...init,
      headers: { 'x-api-key': api_key, nonce: randomUUID(), 'content-type': 'application/json' },
    })
  const read = await (await ask(path)).text()
  must(read.includes(`"${nickname}"`), `the gateway answers from it, with ${nickname}: ${read.slice(0, 200)}`)
  if (file) {
    const given = await ask(`/v2/storage/files/${file.id}/url`)
    const { url } = (await given.json()) as { url?: string }
    const bytes = url ? Buffer.from(await (await fetch(url)).arrayBuffer()) : Buffer.alloc(0)
    const same = createHash('sha256').update(bytes).digest('hex') === file.sha256
    must(same, `a file is handed out as it was uploaded: ${given.status}`)
  }
  const changed = await ask(path, { method: 'PATCH', body: JSON.stringify({ nickname: 'after the restore' }) })
  must(changed.status === 200, `a write is taken: ${changed.status}`)
  await api.kill()
}
