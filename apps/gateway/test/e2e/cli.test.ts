import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startWebhookSink, type WebhookSink } from '@eclusa/simulators/webhook-sink/sink.ts'
import { type RunningSandbox, root, startSandbox } from '@eclusa/testing/e2e/sandbox.ts'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, it } from 'vitest'

const run = promisify(execFile)
let sandbox: RunningSandbox
let sink: WebhookSink
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eclusa-cli-'))
  await writeFile(
    join(folder, 'eclusa'),
    `#!/bin/sh\nexec '${process.execPath}' '${root}apps/gateway/src/main.ts' "$@"\n`,
  )
  await chmod(join(folder, 'eclusa'), 0o755)
  sink = await startWebhookSink()
  sandbox = await startSandbox()
})
afterAll(async () => {
  expect(await sandbox.stop()).toBe(0)
  await sink.close()
  await rm(folder, { recursive: true })
})

/** The script is an example for readers. The test gives it a sandbox, a webhook receiver and a video. */
it('by the command line only a payment is recovered and a person is onboarded', async () => {
  const env = {
    PATH: `${folder}:${process.env['PATH']}`,
    XDG_CONFIG_HOME: folder,
    ECLUSA_URL: sandbox.base_url,
    ECLUSA_TOKEN: sandbox.users[0]!.token,
    HOOK: `${sink.url}/hook`,
    FILM: `${root}packages/simulators/samples/face.mp4`,
  }
  const { stdout } = await run('bash', [`${root}apps/gateway/test/e2e/cli.sh`], { env }).catch(
    (error: { stdout: string; stderr: string }) => {
      throw new Error(`${error.stdout}\n${error.stderr}\n${sandbox.complaints.join('\n')}`)
    },
  )
  const said = stdout.trim().split('\n')
  expect(said).toContain('COMPLETED_APPROVED')
  expect(said.at(-1)).toBe('finished')
  // The local program received all events, signed with the printed secret.
  const webhook = new Webhook(/whsec_\S+/.exec(stdout)![0])
  const types = sink.heard.map(
    ({ body, headers }) => (webhook.verify(body, headers as Record<string, string>) as { type: string }).type,
  )
  for (const type of ['pix.fund_recovery_request.completed_approved', 'users.onboarding.submitted'])
    expect(types).toContain(type)
})
