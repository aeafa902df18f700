import { expect, test } from 'vitest';
import { type SampleRequest, samplesOf } from '../../../src/rest/docs-page/samples.ts';

const REQUEST: SampleRequest = {
  id: 'listTopicMessages',
  method: 'GET',
  path: '/api/v1/topics/0.0.7/messages',
  pathValues: ['0.0.7'],
  query: { limit: '2', sequencenumber: 'gte:1' },
  body: undefined,
  isList: true,
  isStream: false,
};

const CASES: readonly (readonly [string, SampleRequest, Readonly<Record<string, string>>])[] = [
  [
    'a list',
    REQUEST,
    {
      curl: "curl 'http://localhost:5551/api/v1/topics/0.0.7/messages?limit=2&sequencenumber=gte%3A1'",
      JavaScript:
        "import { createClient } from 'tain/client';\n\nconst client = createClient({ url: 'http://localhost:5551' });\nfor await (const item of client.topics.messages('0.0.7', { limit: 2, sequencenumber: 'gte:1' })) {\n  console.log(item);\n}",
      Python:
        "import requests\n\nprint(requests.get('http://localhost:5551/api/v1/topics/0.0.7/messages', params={'limit': 2, 'sequencenumber': 'gte:1'}).json())",
    },
  ],
  [
    'one thing',
    { ...REQUEST, id: 'getTopic', path: '/api/v1/topics/0.0.7', query: {}, isList: false },
    {
      JavaScript:
        "import { createClient } from 'tain/client';\n\nconst client = createClient({ url: 'http://localhost:5551' });\nconsole.log(await client.topics.get('0.0.7'));",
    },
  ],
  [
    'a call',
    {
      ...REQUEST,
      id: 'postContractsCall',
      method: 'POST',
      path: '/api/v1/contracts/call',
      pathValues: [],
      query: {},
      body: { data: "0x'", estimate: true },
      isList: false,
    },
    {
      curl: `curl 'http://localhost:5551/api/v1/contracts/call' \\\n  -H 'content-type: application/json' \\\n  -d '{"data":"0x'\\''","estimate":true}'`,
      Python: `import requests\n\nbody = {\n    "data": "0x'",\n    "estimate": True\n}\nprint(requests.post('http://localhost:5551/api/v1/contracts/call', json=body).json())`,
    },
  ],
  [
    'a stream',
    { ...REQUEST, path: '/api/v1/topics/0.0.7/messages/stream', query: {}, isStream: true },
    {
      curl: "curl -N -H 'accept: application/x-ndjson' \\\n  'http://localhost:5551/api/v1/topics/0.0.7/messages/stream'",
      JavaScript:
        "import { createClient } from 'tain/client';\n\nconst client = createClient({ url: 'http://localhost:5551' });\nfor await (const { data } of client.topics.messages('0.0.7').stream()) {\n  console.log(data);\n}",
    },
  ],
  [
    'an operation that the client does not have',
    { ...REQUEST, id: 'getTokensNft', path: "/api/v1/it's", query: {}, isList: false },
    {
      JavaScript:
        "const answer = await fetch('http://localhost:5551/api/v1/it\\'s');\nconsole.log(await answer.json());",
    },
  ],
];

test.each(CASES)('code for %s', (_, request, expected) => {
  const samples = Object.fromEntries(samplesOf(request));
  expect(Object.keys(samples)).toEqual(['curl', 'JavaScript', 'Python']);
  expect(samples).toMatchObject(expected);
});
