import { Button } from '@eclusa/ui/components/button.tsx'
import { ConfirmDialog } from '@eclusa/ui/components/dialog-form.tsx'
import { Listed } from '@eclusa/ui/components/paginated-list.tsx'
import { Panel } from '@eclusa/ui/components/panel.tsx'
import { Table } from '@eclusa/ui/components/table.tsx'
import { tell } from '@eclusa/ui/components/toast.tsx'
import { useFormats } from '@eclusa/ui/i18n/format.ts'
import { said, useMessages } from '@eclusa/ui/i18n/language.ts'
import { shared } from '@eclusa/ui/i18n/shared-messages.ts'
import { PageBody } from '@eclusa/ui/layout/page-body.tsx'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, desk } from '../api/client.ts'
import { useMay } from '../api/queries.ts'
import style from './admin.module.css'
import { KeepingHead } from './admin-head.tsx'
import { keeping } from './messages.ts'
import { type BackofficeSession, keepingKey, sessionList } from './queries.ts'

type Ending = Pick<BackofficeSession, 'id' | 'person_name' | 'current'>

/** Current sessions, and ending them. */
export function SessionsPage() {
  const say = useMessages(keeping)
  const { roles: roleWords } = useMessages(shared)
  const { moment } = useFormats()
  const may = useMay('operator')
  const list = useInfiniteQuery(sessionList)
  const [ending, setEnding] = useState<Ending>()
  return (
    <>
      <KeepingHead />
      <PageBody>
        <Panel title={say.sessions} flush>
          <Listed list={list}>
            {(rows) => (
              <Table
                label={say.sessions}
                rows={rows}
                keyOf={({ id }) => id}
                empty={say.noSessions}
                columns={[
                  {
                    key: 'person',
                    name: say.person,
                    cell: ({ current, person_name }) => (current ? `${person_name} (${say.thisSession})` : person_name),
                  },
                  {
                    key: 'roles',
                    name: say.roles,
                    cell: ({ roles }) => roles.map((role) => said(roleWords, role)).join(', '),
                  },
                  { key: 'from', name: say.from, cell: ({ network }) => <code>{network}</code> },
                  { key: 'since', name: say.since, cell: ({ created_at }) => moment(created_at) },
                  { key: 'seen', name: say.seen, cell: ({ seen_at }) => moment(seen_at) },
                  { key: 'ends', name: say.ends, cell: ({ ends_at }) => moment(ends_at) },
                  {
                    key: 'acts',
                    name: say.acts,
                    number: true,
                    cell: (session) =>
                      may && (
                        <span className={style.acts}>
                          <Button
                            look="quiet"
                            aria-label={`${say.endSession}: ${session.person_name}, ${moment(session.created_at)}`}
                            onClick={() => setEnding(session)}
                          >
                            {say.endSession}
                          </Button>
                        </span>
                      ),
                  },
                ]}
              />
            )}
          </Listed>
        </Panel>
      </PageBody>
      {ending && <EndSession session={ending} onClose={() => setEnding(undefined)} />}
    </>
  )
}

/** The only act without a reason: finding one would cost time that matters. */
function EndSession({ session, onClose }: { session: Ending; onClose: () => void }) {
  const say = useMessages(keeping)
  const queries = useQueryClient()

  async function end(): Promise<void> {
    await answer(desk.DELETE('/v1/sessions/{session_id}', { params: { path: { session_id: session.id } } }))
    tell(say.sessionEnded)
    onClose()
    void queries.invalidateQueries({ queryKey: keepingKey })
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`${say.endSession}: ${session.person_name}`}
      about={session.current ? say.endThisSessionAbout : say.endSessionAbout}
      action={say.endSession}
      grave
      send={end}
    />
  )
}
