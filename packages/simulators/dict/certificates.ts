import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface Identity {
  /** PEM. */
  certificate: string
  key: string
}

export interface Authority {
  /** PEM of the authority's own certificate. */
  certificate: string
  issue(request: CertificateRequest): Promise<Identity>
  /** A certificate for a certificate request. Both are PEM. */
  certify(request: string, days?: number): Promise<string>
}

interface CertificateRequest {
  /** Common name; the ISPB, for a participant. */
  name: string
  /** Signatures of Pix are RSA. Connections may use elliptic curves, whose keys are fast to generate. */
  kind: 'signature' | 'connection'
  /** A negative number makes an expired certificate. */
  days?: number
}

/** Longer than the month before which the gateway warns of the expiry. */
const DAYS = 90

const keyOptions = {
  signature: ['-newkey', 'rsa:2048'],
  connection: ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'],
}

/** A certificate authority in a folder, by the openssl program. Nothing here leaves the machine. */
export async function makeAuthority(folder: string, name: string): Promise<Authority> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = (suffix: string) => join(folder, suffix)
  const self = ['-x509', '-nodes', '-days', String(DAYS), '-subj', `/C=BR/O=Eclusa sandbox/CN=${name}`]
  await openssl(['req', ...keyOptions.connection, ...self, '-keyout', file('ca.key'), '-out', file('ca.pem')])
  await writeFile(file('extensions'), 'subjectAltName=DNS:localhost,IP:127.0.0.1\n')
  let [issued, made] = [0, 0]

  async function certify(request: string, days: number): Promise<string> {
    const serial = (issued += 1)
    const [asked, certificate] = [file(`${serial}.csr`), file(`${serial}.pem`)]
    await writeFile(asked, request)
    const signer = ['-CA', file('ca.pem'), '-CAkey', file('ca.key'), '-set_serial', String(1_000 + serial)]
    const content = ['-in', asked, '-days', String(days), '-extfile', file('extensions'), '-out', certificate]
    await openssl(['x509', '-req', ...signer, ...content])
    return readFile(certificate, 'utf8')
  }

  return {
    certificate: await readFile(file('ca.pem'), 'utf8'),
    certify: (request, days = DAYS) => certify(request, days),
    async issue({ name, kind, days = DAYS }) {
      const key = file(`${(made += 1)}.key`)
      const subject = ['-nodes', '-subj', `/C=BR/O=Eclusa sandbox/CN=${name}`]
      const request = await openssl(['req', ...keyOptions[kind], ...subject, '-keyout', key])
      return { certificate: await certify(request, days), key: await readFile(key, 'utf8') }
    },
  }
}

async function openssl(args: string[]): Promise<string> {
  return (await run('openssl', args, { timeout: 30_000 })).stdout
}
