import { ApiError } from '@eclusa/ui/api/problem.ts'
import { ConfirmDialog } from '@eclusa/ui/components/dialog-form.tsx'
import { tell } from '@eclusa/ui/components/toast.tsx'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, desk, type Schemas } from '../api/client.ts'
import { useMe } from '../api/queries.ts'
import { changeRows } from '../queue/case-list.ts'
import { isSameCase, keyOf } from './case-key.ts'
import { type Colleague, colleagueOf, holderIn } from './colleague.ts'
import { cases } from './messages.ts'
import { rowQuery } from './row-query.ts'

type AssignableCase = Schemas['Case']
type AssignableKind = 'client'

/**
 * Assigns a case to the current person, or releases it. A colleague's case is taken only after a confirmation in `dialog`.
 */
export function useAssign(row: AssignableCase | undefined) {
  const me = useMe()
  const say = useMessages(cases)
  const queries = useQueryClient()
  const [asked, setAsked] = useState<Colleague>()
  const isMine = row !== undefined && row.assigned_to === me.id
  const { mutate, isPending } = useMutation({
    mutationFn: ({ row: { kind, id, user_id }, from }: { row: AssignableCase; from: Colleague | undefined }) =>
      answer(
        desk.POST('/v1/cases/{kind}/{id}/assign', {
          // Every kind of case of the desk can be assigned.
          params: { path: { kind: kind as AssignableKind, id } },
          body: { ...(user_id && { user_id }), to: isMine ? 'nobody' : 'me', ...(from && { taken_from: from.id }) },
        }),
      ),
    onSuccess(now) {
      setAsked(undefined)
      queries.setQueryData(rowQuery(keyOf(now)).queryKey, now)
      changeRows(queries, (one) => (isSameCase(keyOf(one), keyOf(now)) ? now : one))
    },
    onError(error) {
      const holder = holderIn(error)
      setAsked(holder)
      if (!holder) tell(error instanceof ApiError ? error.detail : String(error), 'bad')
    },
  })
  return {
    isMine,
    busy: isPending,
    assign: () => {
      const colleague = colleagueOf(row, me.id)
      if (colleague) setAsked(colleague)
      else if (row) mutate({ row, from: undefined })
    },
    dialog: asked && row && (
      <ConfirmDialog
        title={say.heldBy(asked.name)}
        about={say.takesFrom(asked.name)}
        action={say.takeAnyway}
        busy={isPending}
        send={async () => mutate({ row, from: asked })}
        onClose={() => setAsked(undefined)}
      />
    ),
  }
}
