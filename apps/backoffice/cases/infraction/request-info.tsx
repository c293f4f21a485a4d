import { isProblem } from '@eclusa/ui/api/problem.ts'
import { Button } from '@eclusa/ui/components/button.tsx'
import { Dialog } from '@eclusa/ui/components/dialog.tsx'
import { DialogForm } from '@eclusa/ui/components/dialog-form.tsx'
import { tell } from '@eclusa/ui/components/toast.tsx'
import { useKeys } from '@eclusa/ui/components/use-shortcuts.tsx'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { useId, useState } from 'react'
import { answer, desk, type Schemas } from '../../api/client.ts'
import { useCase } from '../use-case.ts'
import style from './infraction-decision.module.css'
import { infractions } from './messages.ts'

const QUESTION_MAX = 2_000

/** Before the decision the client may be asked once more. */
export function AskClient({ infraction }: { infraction: Schemas['InfractionRecord'] }) {
  const say = useMessages(infractions)
  const [open, setOpen] = useState(false)
  useKeys({ q: () => setOpen(true) })
  return (
    <div className={style.ask}>
      <Button shortcut="Q" onClick={() => setOpen(true)}>
        {say.ask}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={say.askTitle} about={say.askAbout}>
        <Question infraction={infraction} onClose={() => setOpen(false)} />
      </Dialog>
    </div>
  )
}

function Question({ infraction, onClose }: { infraction: Schemas['InfractionRecord']; onClose: () => void }) {
  const say = useMessages(infractions)
  const { refresh, hasChanged } = useCase()
  const id = useId()
  const [question, setQuestion] = useState('')

  async function send(): Promise<void> {
    const body = { question: question.trim(), seen: infraction.version }
    try {
      await answer(desk.POST('/v1/infractions/{id}/ask-again', { params: { path: { id: infraction.id } }, body }))
      tell(say.sent)
      onClose()
      await refresh()
    } catch (thrown) {
      if (!isProblem(thrown, 'CASE_CHANGED')) throw thrown
      onClose()
      hasChanged()
    }
  }

  return (
    <DialogForm onClose={onClose} action={say.send} ready={question.trim() !== ''} send={send}>
      <div className={style.form}>
        <label htmlFor={id} className={style.label}>
          {say.question}
        </label>
        <textarea
          id={id}
          className={style.text}
          rows={4}
          required
          autoFocus
          maxLength={QUESTION_MAX}
          value={question}
          onChange={(event) => setQuestion(event.target.value)}
        />
      </div>
    </DialogForm>
  )
}
