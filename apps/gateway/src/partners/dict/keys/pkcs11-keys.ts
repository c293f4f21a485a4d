import { X509Certificate } from 'node:crypto'
import type { Trouble } from '../../../platform/http/readiness.ts'
import { holdToken, type TokenHolder, TokenLost } from './pkcs11-session.ts'
import { certificatesIn, KeyNotUsable, type SigningKeys } from './signing-keys.ts'

export interface TokenSigning {
  /** PEM of the certificates whose keys are in the token; two during a certificate change. */
  certificate: string
  /** Path of the vendor's PKCS #11 library. */
  module: string
  /** Label of the token. */
  token: string
  pin: string
  /** The whole environment of the library's process. */
  environment: Record<string, string>
}

const AGAIN_MS = 5_000
/** The queue limit. DICT allows at most forty writes a second, so a longer queue would only cause timeouts. */
const WAITING_MAX = 64

const full: Trouble = { reason: 'the token signs too slowly', action: 'ask its operator what it is busy with' }
const mend = 'check DICT_PKCS11_MODULE, DICT_PKCS11_TOKEN, DICT_PKCS11_PIN and the token itself'

/**
 * Signing keys in an HSM or another PKCS #11 token. The keys never leave it: texts are sent to it and signatures
 * returned.
 */
export function createTokenKeys({ certificate, environment, ...place }: TokenSigning): SigningKeys {
  const certificates = certificatesIn(certificate)
  let holding: Promise<TokenHolder> | undefined
  let trouble: Trouble | undefined
  let waiting = 0
  let again: NodeJS.Timeout | undefined
  let closed = false

  /** Opens the token once for concurrent callers (single-flight), and reopens it after it was lost. */
  function open(): Promise<TokenHolder> {
    if (!holding) {
      holding = holdToken({ ...place, certificates }, environment)
      holding.then(watch, lose)
    }
    return holding
  }

  function watch({ lost }: TokenHolder): void {
    trouble = undefined
    lost.then(lose, () => {})
  }

  function lose(error: unknown): void {
    if (closed) return
    const { message, final } = error instanceof TokenLost ? error : new TokenLost('the token cannot be opened')
    trouble = { reason: message, action: final ? `${mend}; then restart, it is not tried again` : mend }
    if (final) return
    clearTimeout(again)
    again = setTimeout(reopen, AGAIN_MS).unref()
  }

  function reopen(): void {
    holding = undefined
    void open()
  }

  async function sign(key: number, text: string): Promise<Buffer> {
    if (trouble) throw new KeyNotUsable(trouble)
    if (waiting >= WAITING_MAX) throw new KeyNotUsable(full)
    waiting += 1
    try {
      return await (await open()).sign(key, text)
    } catch (error) {
      throw new KeyNotUsable({ reason: (error as Error).message, action: mend })
    } finally {
      waiting -= 1
    }
  }

  return {
    keys: certificates.map((pem, key) => ({
      certificate: new X509Certificate(pem),
      sign: (text) => sign(key, text),
    })),
    async open() {
      await open().catch((error: unknown) => {
        throw new KeyNotUsable({ reason: (error as Error).message, action: mend })
      })
    },
    trouble: () => trouble,
    async close() {
      closed = true
      clearTimeout(again)
      await (await holding?.catch(() => undefined))?.close()
    },
  }
}
