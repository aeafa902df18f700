// Rules of wording and naming that a program can check: a sentence or the title of a test begins with a noun or a verb, a limit is
// MAX_ or MIN_, a time has its unit in its name. Each rule returns its problems as `{ line, text }`, lines counted from 1.

/** Words that begin a sentence without naming its subject. */
const HEADLESS = /^(?:Who|Whoever|Whom|Of|That which)\b|^What\b[^.?]*\b(?:is|are|was|were)\b/;

/** First words of a docstring that are neither a verb nor part of a noun phrase. */
const NO_SUBJECT =
  /^(?:Who|Whoever|Whose|What|That|Those|These|It|Its|They|There|Here|Of|From|For|With|Without|As|So|Also|Then|Else|Until|If|In|On|At|By|To|How|Where|When|Why|Nobody|Nothing|Others|Never|Not|Once|Beside|Behind|Among)\b/;

/** Title of `describe`, `test` or `it`, also after the table of an `each`, that begins without a noun or a verb. */
const HEADLESS_TITLE =
  /(?:\b(?:describe|test|it)(?:\.\w+)*|\))\(\s*(['"`])((?:of|what|where|which|who|whoever|whom|whose|that|those|nobody|others|its?|so)\b.*?)\1/gi;

/** Words that treat programs as persons, or name no subject. */
const PERSONAL = /\b(?:nobody|somebody|anybody|everybody|whoever|told|said)\b/i;

/** Constants named by a superlative; `MAX_` and `MIN_` are the names of limits. */
const SUPERLATIVE =
  /\b(?:const|let|readonly) ((?:MOST|LEAST|GREATEST|LARGEST|SMALLEST|LONGEST|SHORTEST|FEWEST)_[A-Z0-9_]+)\b/g;
/** Variables, functions, methods and typed names that begin with a superlative. */
const CAMEL_SUPERLATIVE =
  /\b(?:const|let|function|readonly|async|get) (?:#)?((?:longest|greatest|largest|smallest|least)(?:[A-Z0-9]\w*)?)\b|^\s+#?((?:longest|greatest|largest|smallest|least)(?:[A-Z0-9]\w*)?)(?:[?!]?:|\(.*\): )|[(,{] ?((?:longest|greatest|largest|smallest|least)(?:[A-Z0-9]\w*)?)\??: /g;

/** A constant that is a number. */
const NUMBER = /\b(?:const|static readonly) (#?[A-Z][A-Z0-9_]*)(?:: (?:number|bigint))? = [\d_.*+ n]+;/;
/** Names of times, and the suffixes that say their unit. */
const TIME = /(?:^|_)(?:TIMEOUT|INTERVAL|DELAY|PAUSE|PATIENCE|WAIT|DEADLINE|GRACE|EVERY|TIME|AGE|PERIOD)$/;
const UNIT = /(?:^|_)(?:MS|NS|US|MILLISECONDS?|NANOS|SECONDS?|MINUTES?|HOURS?|DAYS?|WEEKS?|YEARS?)(?:_|$)/;
const STATES_UNIT = /^(?:Milliseconds|Seconds|Nanoseconds)\b/;
/** Fields that are durations, declared as numbers without a unit in their names. */
const DURATION =
  /^\s*(?:readonly #?|#)?(timeout|interval|delay|wait|pause|rest|settle|silence|heartbeat|backOff|latency|lifetime|grace|patience)\??: (?:number|bigint);|[{;,] readonly (timeout|interval|delay|wait|pause|latency)\??: (?:number|bigint)\b/;

/** A comment, a string without placeholders, or a character that begins a template, a regular expression or a block. */
const TOKEN = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|[`{}/]/g;
/** Text of a template up to its end or its next placeholder. */
const TEMPLATE = /(?:\\[\s\S]|\$(?!\{)|[^`\\$])*(?:`|\$\{|$)/y;
const REGULAR_EXPRESSION = /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\//y;
/** Code before a regular expression; after other code a slash divides. */
const BEFORE_EXPRESSION = /(?:^|[(,=:[!&|?{};+*%~^-]|=>|\b(?:return|case|of|in|typeof))\s*$/;

/** Returns the ranges of the comments of a source, without text in strings, templates and regular expressions. */
function rangesOf(source) {
  const found = [];
  /** Open braces: whether each one begins a placeholder. */
  const braces = [];
  const skip = (pattern, at) => {
    pattern.lastIndex = at;
    return pattern.exec(source)?.[0] ?? '';
  };
  for (let at = 0; ; ) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(source);
    if (token === null) return found;
    const { 0: text, index } = token;
    at = index + text.length;
    if (text.startsWith('/*') || text.startsWith('//')) found.push({ index, end: at });
    else if (text === '{') braces.push(false);
    else if (text === '`' || (text === '}' && braces.pop() === true)) {
      const rest = skip(TEMPLATE, at);
      at += rest.length;
      if (rest.endsWith('${')) braces.push(true);
    } else if (text === '/' && BEFORE_EXPRESSION.test(source.slice(Math.max(0, index - 20), index))) {
      at = index + Math.max(1, skip(REGULAR_EXPRESSION, index).length);
    }
  }
}

/**
 * Returns the comments of a source, joined without their markers, with the line of their first word. Comments with two
 * slashes count only at the start of a line; consecutive ones are joined.
 */
export function commentsOf(source) {
  const joined = [];
  for (const { index, end } of rangesOf(source)) {
    const isBlock = source.startsWith('/*', index);
    const indent = source.slice(source.lastIndexOf('\n', index - 1) + 1, index);
    if (!isBlock && indent.trim() !== '') continue;
    const last = joined.at(-1);
    if (!isBlock && last && !last.isBlock && /^\n[ \t]*$/.test(source.slice(last.end, index))) last.end = end;
    else joined.push({ index, end, isBlock });
  }
  return joined.map(({ index, end }) => {
    const whole = source.slice(index, end);
    const text = whole
      .replace(/^\/\*+|\*\/$/g, '')
      .split('\n')
      .map((line) => line.replace(/^\s*(?:\/\/|\*)? ?/, ''))
      .join('\n')
      .trim();
    return {
      text,
      isDoc: whole.startsWith('/**'),
      line: source.slice(0, index).split('\n').length,
      after: source.slice(end),
    };
  });
}

/** Returns the sentences of a comment: code in backquotes does not end one. */
function sentencesOf(text) {
  return text
    .replace(/`[^`]*`/g, 'code')
    .replace(/\n(?:\n| *[-|@])/g, '. ')
    .replace(/\s+/g, ' ')
    .split(/(?<=[.!?]) +(?=[A-Z])/);
}

/** Sentences without a subject, in any comment, and docstrings that begin with neither a verb nor a noun. */
export function checkComments(source) {
  return commentsOf(source).flatMap(({ text, isDoc, line }) => {
    const [first = '', ...others] = sentencesOf(text);
    const headless = [first, ...others].filter((sentence) => HEADLESS.test(sentence));
    const lost = isDoc && NO_SUBJECT.test(first) && !headless.includes(first) ? [first] : [];
    return [
      ...headless.map((sentence) => ({
        line,
        text: `a sentence begins without a noun: "${sentence.slice(0, 60)}"`,
      })),
      ...lost.map((sentence) => ({
        line,
        text: `a docstring begins with neither a verb nor a noun: "${sentence.slice(0, 60)}"`,
      })),
    ];
  });
}

/** Words for persons in comments. Code in backquotes and constants in capitals are not checked. */
export function checkPersons(source) {
  return commentsOf(source).flatMap(({ text, line }) => {
    const [word] = PERSONAL.exec(text.replace(/`[^`]*`|\b[A-Z_]{2,}\b/g, '')) ?? [];
    return word === undefined
      ? []
      : [{ line, text: `a comment says "${word}": name the program, client or user` }];
  });
}

/** Whether a line is within a comment. */
const isComment = (line) => /^\s*(?:\/\/|\/?\*)/.test(line);

/** Names of limits and times without the field's word or a unit. */
export function checkNames(source) {
  const lines = source.split('\n');
  const problems = [];
  for (const [index, line] of lines.entries()) {
    for (const [, name] of line.matchAll(SUPERLATIVE)) {
      problems.push({ line: index + 1, text: `${name} is named MAX_… or MIN_…` });
    }
    if (isComment(line)) continue;
    for (const [, ...names] of line.matchAll(CAMEL_SUPERLATIVE)) {
      problems.push({ line: index + 1, text: `${names.find(Boolean)} is named max… or min…` });
    }
    const [, own, nested] = DURATION.exec(line) ?? [];
    const duration = own ?? nested;
    if (duration !== undefined) {
      problems.push({ line: index + 1, text: `${duration} lacks its unit (${duration}Ms, …Seconds, …Ns)` });
    }
    const [, name] = NUMBER.exec(line) ?? [];
    if (name === undefined || UNIT.test(name)) continue;
    const [, comment = ''] = /^\s*\/\*\* (.*?)\*\/$/.exec(lines[index - 1] ?? '') ?? [];
    if (TIME.test(name) || STATES_UNIT.test(comment)) {
      problems.push({ line: index + 1, text: `${name} lacks its unit (_MS, _SECONDS, _NS)` });
    }
  }
  return problems;
}

/** Titles of tests that begin without a noun or a verb. */
export function checkTitles(source) {
  return [...source.matchAll(HEADLESS_TITLE)].map(({ 0: whole, 1: quote, 2: title, index }) => ({
    line: source.slice(0, index + whole.indexOf(quote)).split('\n').length,
    text: `a title begins with neither a noun nor a verb: "${title.slice(0, 60)}"`,
  }));
}
