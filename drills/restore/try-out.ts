import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { compiled } from '../../sandbox/compiled.ts'
import type { DatabaseUrls } from '../../sandbox/database.ts'
import type { SeededUser } from '../../sandbox/seed.ts'
import type { Verdict } from '../able/verdict.ts'
import { startApiProcess } from '../gateway-process.ts'

const main = new URL('../../src/main.ts', import.meta.url).pathname

/** A command of the gateway as an operator gives it; what it printed, and its code. */
async function eclusa(words: string[], env: Record<string, string>): Promise<{ code: number; stdout: string }> {
  const surroundings = { PATH: process.env['PATH'], ...compiled, ...env }
  return promisify(execFile)(process.execPath, [main, '--json', ...words], {
    env: surroundings,
    maxBuffer: 1 << 26,
  }).then(
    ({ stdout }) => ({ code: 0, stdout }),
    (error: { code: number; stdout: string }) => error,
  )
}

/** What the page says to do with a restored database before anybody is let in. */
export async function verify(
  database: DatabaseUrls,
  settings: Record<string, string>,
  subjects: string[],
  { must }: Pick<Verdict, 'must'>,
): Promise<string> {
  const auditor = { DATABASE_AUDITOR_URL: database.auditor }
  const [activity, journal, doctor] = await Promise.all([
    eclusa(['activity', 'verify'], auditor),
    eclusa(['journal', 'verify'], auditor),
    eclusa(['doctor', ...subjects], { ...settings, ...auditor }),
  ])
  must(activity.code === 0, `eclusa activity verify finds every chain whole: ${activity.stdout}`)
  must(journal.code === 0, `eclusa journal verify finds nothing: ${journal.stdout}`)
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

/** The API over it: what was written is read, a file is fetched, and a write is taken. */
export async function serveOnce(
  settings: Record<string, string>,
  { api_key }: SeededUser,
  { path, nickname, file }: Sample,
  { must }: Pick<Verdict, 'must'>,
): Promise<void> {
  const api = await startApiProcess(settings)
  const ask = (way: string, init: RequestInit = {}) =>
    fetch(api.base_url + way, {
      ...init,
      headers: { 'x-api-key': api_key, nonce: randomUUID(), 'content-type': 'application/json' },
    })
  const account = (await (await ask(path)).json()) as { nickname?: string }
  must(account.nickname === nickname, `the gateway answers from it: ${account.nickname} and not ${nickname}`)
  if (file) {
    const { url } = (await (await ask(`/v2/storage/files/${file.id}/url`)).json()) as { url: string }
    const bytes = Buffer.from(await (await fetch(url)).arrayBuffer())
    must(createHash('sha256').update(bytes).digest('hex') === file.sha256, 'a file is handed out as it was uploaded')
  }
  const changed = await ask(path, { method: 'PATCH', body: JSON.stringify({ nickname: 'after the restore' }) })
  must(changed.status === 200, `a write is taken: ${changed.status}`)
  await api.kill()
}
