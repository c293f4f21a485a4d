import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { useMe } from '../contract/queries.ts'
import { PageBody } from '../frame/page-body.tsx'
import { PageHead } from '../frame/page-head.tsx'
import { frame } from '../frame/words.ts'
import { Listed } from '../parts/listed.tsx'
import { Panel } from '../parts/panel.tsx'
import { useRowKeys } from '../parts/row-keys.ts'
import { exactly, Views } from '../parts/views.tsx'
import { useWords } from '../words/language.ts'
import { ProposalTable } from './proposal-table.tsx'
import { proposalList, statuses } from './queries.ts'
import { proposals } from './words.ts'

const route = getRouteApi('/proposals')

/** Proposals that wait for a second person, and ended ones. */
export function ProposalsPage() {
  const say = useWords(proposals)
  const { pages } = useWords(frame)
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
