import { said, useMessages } from '@eclusa/ui/i18n/language.ts'
import { shared } from '@eclusa/ui/i18n/shared-messages.ts'
import { OwnMenu } from '@eclusa/ui/layout/own-menu.tsx'
import { useRef } from 'react'
import { useMe } from '../api/queries.ts'

/** The current person with their roles. */
export function PersonMenu() {
  const roleWords = useMessages(shared).roles
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
