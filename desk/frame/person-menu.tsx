import { useRef } from 'react'
import { useMe } from '../contract/queries.ts'
import { said, useWords } from '../words/language.ts'
import { shared } from '../words/shared.ts'
import { OwnMenu } from './own-menu.tsx'

/** The current person with their roles. */
export function PersonMenu() {
  const roleWords = useWords(shared).roles
  const { name, roles } = useMe()
  const leaving = useRef<HTMLFormElement>(null)
  const told = roles.map((role) => said(roleWords, role)).join(', ')
  return (
    <>
      <OwnMenu name={name} told={told} onLeave={() => leaving.current?.requestSubmit()} />
      {/* A form, because the response redirects to the issuer, where the other session ends. */}
      <form ref={leaving} method="post" action="/logout" hidden />
    </>
  )
}
