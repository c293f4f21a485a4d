import { queryOptions } from '@tanstack/react-query'
import { answer, desk } from '../api/client.ts'
import type { CaseKey } from './case-key.ts'

type ClientKind = 'client'

/** A case as a row of the queue: its deadline, its assignee, whether it is open. */
export const rowQuery = ({ kind, id, user_id }: CaseKey) =>
  queryOptions({
    queryKey: ['cases', 'one', kind, id, user_id],
    queryFn: () =>
      answer(
        desk.GET('/v1/cases/{kind}/{id}', {
          // A kind unknown to this version is requested by the name it came with.
          params: { path: { kind: kind as ClientKind, id }, query: user_id ? { user_id } : {} },
        }),
      ),
  })
