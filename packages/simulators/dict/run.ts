import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { type SimulatedDict, startDict } from './dict.ts'

/**
 * DICT simulator as a separate process, for drills that kill the gateway. Prints one line of JSON when it is ready, with the
 * addresses and the paths of each bank's certificates.
 */
const options = new Command('dict')
  .description("a DICT of one's own, gone when stopped")
  .option('--participants <ispb...>', 'banks that take part', ['11111111', '22222222', '33333333'])
  .option('--port <port>', 'port of the wire; 0 chooses a free one', '0')
  .option('--control-port <port>', 'port of the control; 0 chooses a free one', '0')
  .parse()
  .opts<{ participants: string[]; port: string; controlPort: string }>()

const { participants } = options
const folder = await mkdtemp(join(tmpdir(), 'eclusa-dict-files-'))
const dict = await startDict({ participants, port: Number(options.port), controlPort: Number(options.controlPort) })
const files = await Promise.all(participants.map(async (name) => [name, await writeFiles(dict, name)] as const))
const { url, control_url } = dict
process.stdout.write(`${JSON.stringify({ url, control_url, participants: Object.fromEntries(files) })}\n`)

async function stop(): Promise<void> {
  await dict.close()
  await rm(folder, { recursive: true, force: true })
  process.exit(0)
}
process.on('SIGTERM', () => void stop())
process.on('SIGINT', () => void stop())

async function writeFiles(from: SimulatedDict, participant: string): Promise<Record<string, string>> {
  const { tls, signing, trusted } = from.settingsFor(participant)
  const contents = {
    tls_certificate: tls.certificate,
    tls_key: tls.key,
    tls_authorities: tls.authorities.join('\n'),
    signing_certificate: signing.certificate,
    signing_key: signing.key,
    trusted: trusted.join('\n'),
  }
  const written = Object.entries(contents).map(async ([name, content]) => {
    const path = join(folder, `${participant}.${name}.pem`)
    await writeFile(path, content, { mode: 0o600 })
    return [name, path] as const
  })
  return Object.fromEntries(await Promise.all(written))
}
