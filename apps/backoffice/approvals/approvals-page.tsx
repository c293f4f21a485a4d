import { Listed } from '@eclusa/ui/components/paginated-list.tsx'
import { Panel } from '@eclusa/ui/components/panel.tsx'
import { useRowKeys } from '@eclusa/ui/components/row-keys.ts'
import { exactly, Views } from '@eclusa/ui/components/tabs.tsx'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { frame } from '@eclusa/ui/layout/layout-messages.ts'
import { PageBody } from '@eclusa/ui/layout/page-body.tsx'
import { PageHead } from '@eclusa/ui/layout/page-head.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { useMe } from '../api/queries.ts'
import { ProposalTable } from './approval-table.tsx'
import { proposals } from './messages.ts'
import { proposalList, statuses } from './queries.ts'

const route = getRouteApi('/proposals')

/** Proposals that wait for a second person, and ended ones. */
export function ProposalsPage() {
  const say = useMessages(proposals)
  const { pages } = useMessages(frame)
  const { status = 'PENDING' } = route.useSearch()
  const me = useMe()
  const tables = useRef<HTMLDivElement>(null)
  const list = useInfiniteQuery(proposalList(status))
  useRowKeys(tables)
  return (
    <>
      <PageHead title={pages.proposals}>
        <Views label={say.views}>
          {statuses.map((one) => (
            <Link key={one} to="/proposals" search={one === 'PENDING' ? {} : { status: one }} activeOptions={exactly}>
              {say.statuses[one]}
            </Link>
          ))}
        </Views>
      </PageHead>
      <PageBody ref={tables}>
        {status === 'PENDING' ? (
          <Listed list={list}>
            {(rows) => {
              const mine = rows.filter(({ proposed_by }) => proposed_by === me.id)
              const others = rows.filter(({ proposed_by }) => proposed_by !== me.id)
              return (
                <>
                  <Panel title={say.others} count={others.length} flush>
                    <ProposalTable label={say.others} rows={others} empty={say.noOthers} />
                  </Panel>
                  <Panel title={say.mine} count={mine.length} flush>
                    <ProposalTable label={say.mine} rows={mine} empty={say.noMine} />
                  </Panel>
                </>
              )
            }}
          </Listed>
        ) : (
          <Panel title={say.statuses[status]} flush>
            <Listed list={list}>
              {(rows) => <ProposalTable label={say.statuses[status]} rows={rows} empty={say.none} ended />}
            </Listed>
          </Panel>
        )}
      </PageBody>
    </>
  )
}
