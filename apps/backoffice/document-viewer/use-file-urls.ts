import { useEffect, useEffectEvent, useState } from 'react'
import type { Schemas } from '../api/client.ts'

/** A little before they expire, so that no viewer gets an expired one. */
const BEFORE_MS = 20_000
/** Whatever the browser's clock, a URL is not requested more often than this, nor used for longer. */
const LEAST_MS = 30_000
const MOST_MS = 5 * 60_000

type Files = Schemas['OnboardingFiles']

export interface OpenedFiles {
  files: Files['files']
  reason: string
  until: string
  /** When they were last requested again. */
  renewedAt?: string
}
/** Discarded because no person was present, or because they could not be renewed. */
interface Away {
  reason: string
  error?: unknown
}

/**
 * Signed URLs of files, which are valid for five minutes and are recorded in the journal each time. While a person is
 * present they are renewed with the same reason. Otherwise they are discarded, together with what was drawn.
 */
export function useAddresses(ask: (reason: string) => Promise<Files>) {
  const [opened, setOpened] = useState<OpenedFiles>()
  const [away, setAway] = useState<Away>()

  async function open(reason: string, renewed = false): Promise<void> {
    const { files, expires_at: until } = await ask(reason)
    setAway(undefined)
    setOpened({ files, reason, until, ...(renewed && { renewedAt: new Date().toISOString() }) })
  }
  function putAway(next: Away): void {
    setOpened(undefined)
    setAway(next)
  }

  const lapse = useEffectEvent((looked: boolean) => {
    const { reason } = opened!
    if (!looked || document.hidden) return putAway({ reason })
    open(reason, true).catch((error: unknown) => putAway({ reason, error }))
  })
  const until = opened?.until
  useEffect(() => {
    if (until === undefined) return
    let looked = false
    const look = () => {
      looked = true
    }
    const signs = ['pointermove', 'pointerdown', 'keydown', 'wheel'] as const
    for (const sign of signs) addEventListener(sign, look, { passive: true })
    const left = Math.min(Math.max(Date.parse(until) - Date.now() - BEFORE_MS, LEAST_MS), MOST_MS)
    const timer = setTimeout(() => lapse(looked), left)
    return () => {
      clearTimeout(timer)
      for (const sign of signs) removeEventListener(sign, look)
    }
  }, [until])

  return { opened, away, open }
}
