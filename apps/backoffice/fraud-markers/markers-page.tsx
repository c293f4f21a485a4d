import { Panel } from '@eclusa/ui/components/panel.tsx'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { PageBody } from '@eclusa/ui/layout/page-body.tsx'
import { PageHead } from '@eclusa/ui/layout/page-head.tsx'
import { useState } from 'react'
import { answer, desk } from '../api/client.ts'
import { useMay } from '../api/queries.ts'
import { MarkForm } from './marker-form.tsx'
import { MarkSearch } from './marker-search.tsx'
import { type Mark, MarkTable } from './marker-table.tsx'
import { marks } from './messages.ts'

/** Fraud markers of a person at DICT: found by their document, created, and withdrawn. Results are kept in memory only. */
export function MarksPage() {
  const say = useMessages(marks)
  const may = useMay('analyst')
  const [found, setFound] = useState<Mark[]>()

  async function search(document: string, reason: string): Promise<void> {
    const { data } = await answer(desk.POST('/v1/fraud-markers/search', { body: { document, reason } }))
    setFound(data)
  }

  return (
    <>
      <PageHead title={say.page} />
      <PageBody
        side={
          may && (
            <Panel title={say.registerTitle}>
              <MarkForm />
            </Panel>
          )
        }
      >
        <Panel title={say.searchTitle}>
          <MarkSearch search={search} />
        </Panel>
        {found && (
          <Panel title={say.found} count={found.length} flush>
            <MarkTable
              rows={found}
              hasChanged={(mark) => setFound(found.map((each) => (each.id === mark.id ? mark : each)))}
            />
          </Panel>
        )}
      </PageBody>
    </>
  )
}
