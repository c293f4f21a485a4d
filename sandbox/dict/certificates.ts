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
}

interface CertificateRequest {
  /** Common name; the ISPB, for a participant. */
  name: string
  /** Signatures of Pix are RSA. Connections take elliptic curves, which are made in no time. */
  kind: 'signature' | 'connection'
  /** A negative number makes a certificate that has already ended. */
  days?: number
}

const keyOptions = {
  signature: ['-newkey', 'rsa:2048'],
  connection: ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'],
}

/** A certificate authority of our own, in a folder, by the openssl program: nothing here leaves the machine. */
export async function makeAuthority(folder: string, name: string): Promise<Authority> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = (suffix: string) => join(folder, suffix)
  const self = ['-x509', '-nodes', '-days', '30', '-subj', `/C=BR/O=Eclusa sandbox/CN=${name}`]
  await openssl(['req', ...keyOptions.connection, ...self, '-keyout', file('ca.key'), '-out', file('ca.pem')])
  await writeFile(file('extensions'), 'subjectAltName=DNS:localhost,IP:127.0.0.1\n')
  let issued = 0

  return {
    certificate: await readFile(file('ca.pem'), 'utf8'),
    async issue({ name, kind, days = 30 }) {
      issued += 1
      const [key, request, certificate] = [file(`${issued}.key`), file(`${issued}.csr`), file(`${issued}.pem`)]
      const subject = ['-nodes', '-subj', `/C=BR/O=Eclusa sandbox/CN=${name}`]
      await openssl(['req', ...keyOptions[kind], ...subject, '-keyout', key, '-out', request])
      const signer = ['-CA', file('ca.pem'), '-CAkey', file('ca.key'), '-set_serial', String(1_000 + issued)]
      const content = ['-in', request, '-days', String(days), '-extfile', file('extensions'), '-out', certificate]
      await openssl(['x509', '-req', ...signer, ...content])
      return { certificate: await readFile(certificate, 'utf8'), key: await readFile(key, 'utf8') }
    },
  }
}

async function openssl(args: string[]): Promise<void> {
  await run('openssl', args, { timeout: 30_000 })
}
