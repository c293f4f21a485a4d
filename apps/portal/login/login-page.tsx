import { Button } from '@eclusa/ui/components/button.tsx'
import { Notice, Refusal } from '@eclusa/ui/components/notice.tsx'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { LogInFailed } from './issuer.ts'
import { begin, finish } from './log-in.ts'
import style from './login-page.module.css'
import { login } from './messages.ts'
import { session } from './session.ts'

/** The redirect target of the issuer. */
export function ReturnPage() {
  const say = useMessages(login)
  const { history } = useRouter()
  const [error, setError] = useState<unknown>()
  const begun = useRef(false)
  useEffect(() => {
    // The code in the URL is valid once.
    if (begun.current) return
    begun.current = true
    finish().then(({ session: opened, path }) => {
      session.begin(opened)
      history.replace(import.meta.env.BASE_URL.slice(0, -1) + path)
    }, setError)
  }, [history])
  if (error !== undefined) return <NotLoggedIn error={error} />
  return <Door>{say.coming}</Door>
}

/** Why the login failed, and a link to try again. */
export function NotLoggedIn({ error }: { error: unknown }) {
  const say = useMessages(login)
  const enter = <Enter />
  return (
    <Door>
      {error instanceof LogInFailed ? (
        <Notice tone="bad" title={say.failed} action={enter}>
          {say.why[error.why]}
        </Notice>
      ) : (
        <Refusal error={error} action={enter} />
      )}
    </Door>
  )
}

/** The page after a logout. */
export function LeftPage() {
  const say = useMessages(login)
  return (
    <Door>
      <title>{`${say.left} · Eclusa`}</title>
      <h1>{say.left}</h1>
      <p>{say.leftDetail}</p>
      <Enter />
    </Door>
  )
}

function Enter() {
  const say = useMessages(login)
  return (
    <Button look="first" onClick={() => void begin('/')}>
      {say.enter}
    </Button>
  )
}

const Door = ({ children }: { children: ReactNode }) => <main className={style.door}>{children}</main>
