import { useMutation, useQueryClient } from '@tanstack/react-query'
import { answer, desk, type Schemas } from '../contract/client.ts'
import { Problem } from '../contract/problem.ts'
import { useMe } from '../contract/queries.ts'
import { tell } from '../parts/toast.tsx'
import { changeRows } from '../queue/case-list.ts'
import { isSameCase, keyOf } from './case-key.ts'
import { rowQuery } from './row-query.ts'

type Row = Schemas['Case']
type Kind = 'client'

/** Takes a case in hand, or lets go of it. */
export function useAssign(row: Row | undefined) {
  const me = useMe()
  const queries = useQueryClient()
  const isMine = row !== undefined && row.assigned_to === me.id
  const { mutate, isPending } = useMutation({
    mutationFn: ({ kind, id, user_id }: Row) =>
      answer(
        desk.POST('/v1/cases/{kind}/{id}/assign', {
          // Every kind that the desk tells of can be assigned.
          params: { path: { kind: kind as Kind, id } },
          body: { ...(user_id && { user_id }), to: isMine ? 'nobody' : 'me' },
        }),
      ),
    onSuccess(now) {
      queries.setQueryData(rowQuery(keyOf(now)).queryKey, now)
      changeRows(queries, (one) => (isSameCase(keyOf(one), keyOf(now)) ? now : one))
    },
    onError: (error) => tell(error instanceof Problem ? error.detail : String(error), 'bad'),
  })
  return { isMine, busy: isPending, assign: () => row && mutate(row) }
}
