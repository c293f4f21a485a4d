import { X509Certificate } from 'node:crypto'
import type { Trouble } from '../../../base/http/readiness.ts'
import { certificatesIn, KeyNotUsable, type SigningKeys } from './signing-keys.ts'
import { holdToken, type TokenHolder, TokenLost } from './token-holder.ts'

export interface TokenSigning {
  /** PEM of the certificates whose keys are in the token; two over a change. */
  certificate: string
  /** Path of the maker's PKCS #11 library. */
  module: string
  /** Label of the token. */
  token: string
  pin: string
  /** All that the process of the library has in its environment. */
  environment: Record<string, string>
}

const AGAIN_MS = 5_000
/** Writes to DICT are forty in a second at most. Who comes when so many wait would be told too late anyway. */
const WAITING_MAX = 64

const full: Trouble = { reason: 'the token signs too slowly', action: 'ask its operator what it is busy with' }
const mend = 'check DICT_PKCS11_MODULE, DICT_PKCS11_TOKEN, DICT_PKCS11_PIN and the token itself'

/** Keys in an HSM, or in any token that speaks PKCS #11. They never come here: texts go to them and signatures come back. */
export function openTokenKeys({ certificate, environment, ...place }: TokenSigning): SigningKeys {
  const certificates = certificatesIn(certificate)
  let holding: Promise<TokenHolder> | undefined
  let trouble: Trouble | undefined
  let waiting = 0
  let again: NodeJS.Timeout | undefined
  let closed = false

  /** The token, opened by whoever comes first. After it was lost it is opened again from here, and by nobody else. */
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
