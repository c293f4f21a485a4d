import { createHash, sign, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeAuthority } from '@eclusa/simulators/dict/certificates.ts'
import { signDocument } from '@eclusa/simulators/dict/signature.ts'
import * as fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { SignedXml } from 'xml-crypto'
import { createPemKeys } from '../keys/pem-keys.ts'
import { parseXml } from '../xml/read.ts'
import { writeXml } from '../xml/write.ts'
import { UnreadableXml } from '../xml/xml-safety.ts'
import { DSIG, ENVELOPED, EXCLUSIVE, RSA_SHA256, SHA256 } from './algorithms.ts'
import { signXml } from './sign.ts'
import { NotBelieved, verifyXml } from './verify.ts'

const folder = await mkdtemp(join(tmpdir(), 'eclusa-signature-'))
afterAll(() => rm(folder, { recursive: true }))

const authority = await makeAuthority(folder, 'Pix')

async function makeIdentity(name: string) {
  const identity = await authority.issue({ name, kind: 'signature', days: 1 })
  const [signing] = createPemKeys(identity).keys
  return { ...identity, signing: signing!, trusted: [new X509Certificate(identity.certificate)] }
}

const dict = await makeIdentity('dict')
const stranger = await makeIdentity('stranger')
const now = new Date()
const content = '<R><CorrelationId>abc</CorrelationId><Status>CREATED</Status></R>'
const signed = await signXml(content, dict.signing)
const [signature = ''] = /<ds:Signature[\s\S]*<\/ds:Signature>/.exec(signed) ?? []

const believed = (xml: string) => verifyXml(xml, dict.trusted, now)
/** Expects a specific error, so that an unexpected one fails the test. */
const refuses = (xml: string) =>
  expect(() => believed(xml)).toThrow(
    expect.toSatisfy((error) => error instanceof NotBelieved || error instanceof UnreadableXml),
  )

/** The processor time of this process, in milliseconds: what else the machine does is no part of it. */
const costOf = (work: () => void) => {
  const started = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(started)
  return (user + system) / 1_000
}

describe('a signature of DICT', () => {
  it('returns the signed content', () => {
    expect(believed(signed)).toBe(content)
  })

  it('is the first child of the root, and names the certificate without sending it', () => {
    expect(signed).toMatch(/^<R><ds:Signature /)
    expect(signed).toContain('<ds:X509IssuerName>CN=Pix,O=Eclusa sandbox,C=BR</ds:X509IssuerName>')
    expect(signed).not.toContain('X509Certificate>')
  })

  it('of another implementation is read the same way', () => {
    const vector = (name: string) => readFileSync(new URL(`vectors/${name}`, import.meta.url), 'utf8')
    const trusted = [new X509Certificate(vector('certificate.pem'))]
    const { root, value } = parseXml(verifyXml(vector('signed-by-xmlsec.xml'), trusted, now))
    expect(root).toBe('GetFundsRecoveryResponse')
    expect(value).toMatchObject({
      FundsRecovery: {
        Status: 'AWAITING_ANALYSIS',
        ReportDetails: 'Ação & reação: 2 < 3, "aspas" e \r retorno <cru> fim',
      },
    })
    expect(() => verifyXml(vector('signed-by-xmlsec.xml'), dict.trusted, now)).toThrow(NotBelieved)
    const altered = vector('signed-by-xmlsec.xml').replace('1111111120260202', '1111111120260203')
    expect(() => verifyXml(altered, trusted, now)).toThrow(NotBelieved)
  })

  it.each(['\u0085', '\u2028', '\u2029'])(
    'covers %j, which ends a line for some and is a character to XML 1.0',
    async (each) => {
      const xml = `<R><A>x${each}y</A></R>`
      expect(believed(await signXml(xml, dict.signing))).toBe(xml)
      expect(believed(signDocument(xml, dict))).toBe(xml)
    },
  )

  it('covers any text a person can write', async () => {
    const texts = fc.string({ unit: 'binary', maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(texts, texts, async (first, second) => {
        const xml = writeXml('R', { first, inside: { second } })
        expect(parseXml(believed(await signXml(xml, dict.signing)))).toEqual(parseXml(xml))
      }),
      { numRuns: 60 },
    )
  })
})

describe('documents that are expensive to read', () => {
  /** Far above the current time, far below the earlier one: both took more than two seconds. */
  const QUICK_MS = 700
  const within = (work: () => void) => expect(costOf(work)).toBeLessThan(QUICK_MS)
  const around = (inside: string) => `<R>${signature}${inside}</R>`

  it.each([
    ['4,000 deep', '<a>'.repeat(4_000) + '</a>'.repeat(4_000), 'is nested too deep'],
    ['33 deep', '<a>'.repeat(32) + '</a>'.repeat(32), 'is nested too deep'],
    ['deep beside what only looks like an end', '<a>/>'.repeat(4_000), 'is nested too deep'],
    ['deep behind values that hold an end', `<a b="/>">`.repeat(4_000), 'is nested too deep'],
    ['deep behind comments', '<a><!-- </a> -->'.repeat(4_000), 'is nested too deep'],
    ['of 30,000 elements', '<a/>'.repeat(30_000), 'has too many elements'],
    ['of comments that do not end', '<!--'.repeat(200_000), 'is not well-formed'],
    ['of tags that do not end', '<a '.repeat(200_000), 'is not well-formed'],
    ['of one endless tag', `<a ${'b="c" '.repeat(200_000)}`, 'is not well-formed'],
  ])('a document %s', (_, inside, reason) => {
    const xml = around(inside)
    within(() => expect(() => believed(xml)).toThrow(reason))
    within(() => expect(() => parseXml(xml)).toThrow(reason))
  })

  it('with ten thousand siblings is read in linear time', () => {
    const wide = around('<a>x</a>'.repeat(10_000))
    const half = around('<a>x</a>'.repeat(5_000))
    const took = (xml: string) => costOf(() => refuses(xml))
    took(half)
    // Twice the size takes twice as long, or four times with quadratic growth; the best of several measurements
    // counts.
    const ratios = Array.from({ length: 8 }, () => took(wide) / took(half))
    expect(Math.min(...ratios)).toBeLessThan(3)
  })

  it("that is signed, and wider and deeper than DICT's, is still read", async () => {
    const xml = `<R>${'<a>'.repeat(25)}x${'</a>'.repeat(25)}${'<b>y</b>'.repeat(5_000)}</R>`
    expect(believed(await signXml(xml, dict.signing))).toBe(xml)
  })

  it('with more references than ours', () => {
    const [reference = ''] = /<ds:Reference[\s\S]*?<\/ds:Reference>/.exec(signature) ?? []
    within(() => refuses(signed.replace(reference, reference.repeat(500))))
  })
})

describe('is rejected', () => {
  it('when any one byte of the document is changed', () => {
    // Every position, because the signed content is a small part of the signature's own text.
    for (let place = 0; place < signed.length; place += 1) {
      const codes = fc.sample(fc.integer({ min: 33, max: 126 }), 3)
      for (const code of codes) {
        const altered = signed.slice(0, place) + String.fromCharCode(code) + signed.slice(place + 1)
        let read: string | undefined
        try {
          read = believed(altered)
        } catch {
          continue
        }
        // Some bytes do not affect the content, such as the kind of a quote. The content must be the same.
        expect(read, altered).toBe(content)
      }
    }
  })

  it('when another key signed it', async () => {
    refuses(await signXml(content, stranger.signing))
  })

  it('when only the embedded certificate matches', () => {
    const signer = new SignedXml({
      privateKey: stranger.key,
      publicCert: stranger.certificate,
      signatureAlgorithm: RSA_SHA256,
      canonicalizationAlgorithm: EXCLUSIVE,
    })
    signer.addReference({ xpath: '/*', transforms: [ENVELOPED, EXCLUSIVE], digestAlgorithm: SHA256, isEmptyUri: true })
    signer.computeSignature(content)
    const carried = signer.getSignedXml()
    expect(carried).toContain('X509Certificate>')
    expect(verifyXml(carried, stranger.trusted, now)).toBe(content)
    refuses(carried)
  })

  it('when it is absent, or empty', () => {
    refuses(content)
    refuses(content.replace('<R>', '<R><Signature></Signature>'))
    refuses(signed.replace(/<ds:SignatureValue>.*<\/ds:SignatureValue>/, '<ds:SignatureValue></ds:SignatureValue>'))
    refuses(signed.replace(/<ds:SignedInfo>.*<\/ds:SignedInfo>/, ''))
  })

  it('when the certificate has expired, or is not valid yet', () => {
    const later = new Date(now.getTime() + 2 * 86_400_000)
    expect(() => verifyXml(signed, dict.trusted, later)).toThrow(NotBelieved)
    expect(() => verifyXml(signed, dict.trusted, new Date(now.getTime() - 86_400_000))).toThrow(NotBelieved)
    expect(() => verifyXml(signed, [], now)).toThrow(NotBelieved)
  })

  it('but is accepted with either certificate during a change', () => {
    expect(verifyXml(signed, [...stranger.trusted, ...dict.trusted], now)).toBe(content)
  })
})

describe('wrapping the signed document', () => {
  const forged = content.replace('CREATED', 'COMPLETED')
  const bare = (xml: string) => xml.replace(signature, '')
  const inside = (outer: string, more: string) => outer.replace('</R>', `${more}</R>`)

  const attacks: Record<string, string> = {
    'in an element beside the forged content': inside(forged, `<Object>${signed}</Object>`),
    'with its signature taken out and put on the forged root': inside(
      forged,
      `${signature}<Object>${bare(signed)}</Object>`,
    ),
    'inside an Object of the signature': inside(
      forged,
      signature.replace('</ds:Signature>', `<ds:Object>${bare(signed)}</ds:Object></ds:Signature>`),
    ),
    'under another root': `<Evil>${forged}${signed}</Evil>`,
    'before the forged one': `${signed}${forged}`,
    'with a second, empty signature in front': signed.replace(
      '<ds:Signature ',
      '<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"/><ds:Signature ',
    ),
    'with the signature deeper than the root': signed
      .replace(signature, '')
      .replace('</R>', `<Deep>${signature}</Deep></R>`),
    'with the same signature twice': signed.replace(signature, signature + signature),
    'with the forged field before the true one': signed.replace('<Status>', '<Status>COMPLETED</Status><Status>'),
    'with the forged field inside the signature': signed.replace(
      '</ds:Signature>',
      '<Status>COMPLETED</Status></ds:Signature>',
    ),
  }

  it.each(Object.entries(attacks))('%s: the result is never the forgery', (_, attack) => {
    let read: string | undefined
    try {
      read = believed(attack)
    } catch {
      return
    }
    expect(read).toBe(content)
  })

  it('a comment inside a word neither hides nor changes it', () => {
    const commented = signed.replace('CREATED', 'CREA<!-- COMPLETED -->TED')
    expect(believed(commented)).toBe(content)
    refuses(signed.replace('CREATED', 'COMPLETED<!-- CREATED -->'))
    refuses(signed.replace('CREATED', '<![CDATA[COMPLETED]]>'))
  })
})

describe('valid signatures that are insufficient', () => {
  function signWith(
    change: (signer: SignedXml) => void,
    algorithm = RSA_SHA256,
    canonical = EXCLUSIVE,
    place: { reference?: string; action?: 'prepend' } = {},
    inside = content,
  ) {
    const signer = new SignedXml({
      privateKey: dict.key,
      signatureAlgorithm: algorithm,
      canonicalizationAlgorithm: canonical,
    })
    change(signer)
    signer.computeSignature(`<R Id="all">${inside}</R>`, { location: { action: 'append', ...place } })
    return signer.getSignedXml()
  }
  const whole = { xpath: '/*', transforms: [ENVELOPED, EXCLUSIVE], digestAlgorithm: SHA256, isEmptyUri: true }

  it('accepts the simplest of them', () => {
    expect(believed(signWith((signer) => signer.addReference(whole)))).toContain(content)
  })

  const weak: Record<string, string> = {
    'of a part of the document': signWith((signer) =>
      signer.addReference({ ...whole, xpath: '//*[local-name(.)="Status"]', isEmptyUri: false }),
    ),
    'of the document by its id': signWith((signer) => signer.addReference({ ...whole, isEmptyUri: false })),
    'with SHA-1': signWith((signer) => signer.addReference(whole), 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'),
    'with a SHA-1 digest': signWith((signer) =>
      signer.addReference({ ...whole, digestAlgorithm: 'http://www.w3.org/2000/09/xmldsig#sha1' }),
    ),
    'with another canonical form': signWith(
      (signer) => signer.addReference(whole),
      RSA_SHA256,
      'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
    ),
    'with a canonical form that keeps comments': signWith((signer) =>
      signer.addReference({ ...whole, transforms: [ENVELOPED, `${EXCLUSIVE}WithComments`] }),
    ),
    'with a transform too many': signWith((signer) =>
      signer.addReference({ ...whole, transforms: [ENVELOPED, EXCLUSIVE, EXCLUSIVE] }),
    ),
    'that stands deeper than the root': signWith((signer) => signer.addReference(whole), RSA_SHA256, EXCLUSIVE, {
      reference: '/*/*',
    }),
    'around a document that is signed itself': signWith(
      (signer) => signer.addReference(whole),
      RSA_SHA256,
      EXCLUSIVE,
      { action: 'prepend' },
      signed,
    ),
    'with namespaces that are let in': signWith((signer) =>
      signer.addReference({ ...whole, inclusiveNamespacesPrefixList: ['x'] }),
    ),
  }

  it.each(Object.entries(weak))('%s: refused', (_, xml) => refuses(xml))

  describe('whose references are', () => {
    const keyInfo = `<ds:KeyInfo xmlns:ds="${DSIG}" Id="k"></ds:KeyInfo>`
    const reference = (uri: string, transforms: string[], text: string) =>
      `<ds:Reference URI="${uri}"><ds:Transforms>` +
      transforms.map((each) => `<ds:Transform Algorithm="${each}"></ds:Transform>`).join('') +
      `</ds:Transforms><ds:DigestMethod Algorithm="${SHA256}"></ds:DigestMethod>` +
      `<ds:DigestValue>${createHash('sha256').update(text).digest('base64')}</ds:DigestValue></ds:Reference>`
    const ofKey = reference('#k', [EXCLUSIVE], keyInfo)
    const ofWhole = reference('', [ENVELOPED, EXCLUSIVE], content)
    const signedBy = (...references: string[]) => {
      const info =
        `<ds:SignedInfo xmlns:ds="${DSIG}"><ds:CanonicalizationMethod Algorithm="${EXCLUSIVE}"></ds:CanonicalizationMethod>` +
        `<ds:SignatureMethod Algorithm="${RSA_SHA256}"></ds:SignatureMethod>${references.join('')}</ds:SignedInfo>`
      const value = sign('sha256', Buffer.from(info), dict.key).toString('base64')
      const inside = `${info}<ds:SignatureValue>${value}</ds:SignatureValue>${keyInfo}`
      return content.replace('<R>', `<R><ds:Signature xmlns:ds="${DSIG}">${inside}</ds:Signature>`)
    }

    it('the whole document and the KeyInfo, in any order: accepted', () => {
      expect(believed(signedBy(ofKey, ofWhole))).toBe(content)
      expect(believed(signedBy(ofWhole, ofKey))).toBe(content)
      expect(believed(signedBy(ofWhole))).toBe(content)
    })

    it.each([
      ['none', []],
      ['the KeyInfo alone', [ofKey]],
      ['the KeyInfo twice', [ofKey, ofKey]],
      ['the document twice', [ofWhole, ofWhole]],
      ['one too many', [ofKey, ofWhole, ofKey]],
      ['elsewhere', [reference('#R', [EXCLUSIVE], content), ofWhole]],
    ])('%s: refused', (_, references) => refuses(signedBy(...references)))
  })

  it('rejects a key used as a shared secret', () => {
    const confused = signed.replace(RSA_SHA256, 'http://www.w3.org/2000/09/xmldsig#hmac-sha1')
    refuses(confused)
  })
})

describe('documents that are no response', () => {
  const bomb = `<!DOCTYPE R [<!ENTITY a "${'ha'.repeat(50)}">${Array.from({ length: 9 }, (_, i) => `<!ENTITY a${i} "${`&a${i ? i - 1 : ''};`.repeat(10)}">`).join('')}]>`

  it.each([
    ['a bomb of entities', bomb + signed.replace('abc', '&a8;')],
    ['a file by an entity', `<!DOCTYPE R [<!ENTITY x SYSTEM "file:///etc/passwd">]>${signed.replace('abc', '&x;')}`],
    ['a document type in small letters', `<!doctype html>${signed}`],
    ['an unknown entity', signed.replace('abc', '&nbsp;')],
    ['nothing', ''],
    ['not XML', 'Bad Gateway'],
    ['an unclosed element', signed.replace('</Status>', '')],
    ['another root after the root', `${signed}<x/>`],
    ['a null byte', signed.replace('abc', 'a\u0000c')],
  ])('%s: refused', (_, xml) => {
    expect(costOf(() => refuses(xml))).toBeLessThan(2_000)
  })
})
