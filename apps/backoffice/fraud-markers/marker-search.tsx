import { Button } from '@eclusa/ui/components/button.tsx'
import { Refusal } from '@eclusa/ui/components/notice.tsx'
import { ReasonField } from '@eclusa/ui/components/reason-field.tsx'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { useState } from 'react'
import { DocumentField, isDocument } from './document-field.tsx'
import style from './markers.module.css'
import { marks } from './messages.ts'

/** A search for a person requires a reason: the journal keeps it, and the document encrypted. */
export function MarkSearch({ search }: { search: (document: string, reason: string) => Promise<void> }) {
  const say = useMessages(marks)
  const [document, setDocument] = useState('')
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()

  async function send(): Promise<void> {
    setBusy(true)
    setError(undefined)
    try {
      await search(document, reason.trim())
    } catch (thrown) {
      setError(thrown)
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      className={style.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void send()
      }}
    >
      <DocumentField value={document} onChange={setDocument} />
      <ReasonField label={say.searchReason} value={reason} onChange={setReason} atHand={say.searchReasons} />
      {error !== undefined && <Refusal error={error} />}
      <Button
        type="submit"
        look="first"
        icon="search"
        busy={busy}
        disabled={!isDocument(document) || reason.trim() === ''}
      >
        {say.search}
      </Button>
    </form>
  )
}
