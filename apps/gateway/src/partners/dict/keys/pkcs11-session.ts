import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Pkcs11Message, Pkcs11Request, Pkcs11SessionOptions } from './pkcs11-process.ts'

/** Why a token is not open, or no longer open. */
export class TokenLost extends Error {
  /** Another attempt with the same PIN could lock the token. */
  readonly final: boolean

  constructor(reason: string, final = false) {
    super(reason)
    this.name = 'TokenLost'
    this.final = final
  }
}

/** An open token session in a child process. A lost one cannot be reopened: callers open another. */
export interface TokenHolder {
  sign(key: number, text: string): Promise<Buffer>
  /** Resolves with the reason when the session ends. */
  lost: Promise<TokenLost>
  close(): Promise<void>
}

/** A remote HSM responds within milliseconds, and one that restarts within seconds. */
const OPEN_MS = 20_000
const SIGN_MS = 5_000

const program = fileURLToPath(new URL('pkcs11-process.ts', import.meta.url))

/** Starts the child process that opens the token, and returns once it is open. */
export async function holdToken(opening: Pkcs11SessionOptions, env: Record<string, string>): Promise<TokenHolder> {
  const child = fork(program, {
    execArgv: [],
    env,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const waiting = new Map<number, PromiseWithResolvers<Buffer>>()
  const opened = Promise.withResolvers<void>()
  const lost = Promise.withResolvers<TokenLost>()
  const left = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let asked = 0

  const give = (up: TokenLost) => {
    child.kill('SIGKILL')
    lost.resolve(up)
    opened.reject(up)
    for (const { reject } of waiting.values()) reject(up)
    waiting.clear()
  }
  child.on('message', (said: Pkcs11Message) => {
    if ('opened' in said) return opened.resolve()
    if ('refused' in said) return give(new TokenLost(said.refused, said.final))
    waiting.get(said.id)?.resolve(Buffer.from(said.signature))
    waiting.delete(said.id)
  })
  child.once('error', () => give(new TokenLost('the process that opens the token could not be started')))
  child.once('exit', () => give(new TokenLost('the process that had the token open has ended')))

  const within = async <T>(ms: number, what: string, work: Promise<T>): Promise<T> => {
    const timer = setTimeout(() => give(new TokenLost(`the token has not ${what} within ${ms / 1000} s`)), ms)
    return work.finally(() => clearTimeout(timer))
  }
  const tell = (words: Pkcs11Request) => void child.send(words, () => {})

  tell({ opening })
  await within(OPEN_MS, 'opened', opened.promise)
  return {
    lost: lost.promise,
    sign(key, text) {
      const id = (asked += 1)
      const signing = Promise.withResolvers<Buffer>()
      waiting.set(id, signing)
      tell({ id, key, text })
      return within(SIGN_MS, 'signed', signing.promise)
    },
    async close() {
      give(new TokenLost('the token was closed'))
      await left
    },
  }
}
