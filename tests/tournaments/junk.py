"""What nobody means to send: values, files, bodies, headers, cookies and addresses, as Hypothesis draws them."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import strategies as st

NUMBERS = st.one_of(
    st.integers(-3, 12).map(str),
    st.sampled_from(["2147483648", "9223372036854775807", "9223372036854775808", "-9223372036854775809"]),
    st.sampled_from(["9" * 40, "9" * 5000]),
    st.sampled_from(["1e309", "NaN", "-Infinity", "٣", "²", "½", "0x10", "1_000", " 7 ", "+1", "1.5", "007", "९"]),
)
ODD = [
    "",
    " ",
    "\0",
    "a\0b",
    "\u202e",
    "\u200b",
    "\r\n",
    "'\"<>&",
    "{{ 7 }}",
    "%s%d%%",
    "%(x)s",
    "../../etc",
    "x" * 9000,
]
WORDS = st.one_of(
    st.text(st.characters(exclude_categories=["Cs"]), max_size=30),
    st.sampled_from([*ODD, "x" * 9000]),
    st.sampled_from(["on", "null", "None", "[]", "{}", '{"hands": [1]}', "6-6", "66 00", "Anna / Boris", "7-7", "🁡🀱"]),
    st.sampled_from(["0000-00-00", "9999-12-31T23:59", "0001-01-01T00:00", "2024-02-30", "2024-01-01", "24:61"]),
    st.just("7f3c1d1e-32a4-4f0e-9a57-6d3f0f7f8a10"),
)
JUNK = NUMBERS | WORDS
FILES = st.one_of(
    st.binary(max_size=200),
    st.sampled_from(
        [b"PK\x03\x04" + b"\0" * 60, b"\xff\xfea\0", b"\xef\xbb\xbfname;club\n", b"\xd0\xcf\x11\xe0" * 200]
    ),
    st.text(max_size=60).map(lambda text: text.encode("utf-16", "replace")),
)
SURROGATES = st.sampled_from(["\ud800", "a\udfff", "\udc00\ud800", "\ud83c"])
"""Halves of characters: JSON can say them, but no text that is stored or sent can hold them."""
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | JUNK | SURROGATES | st.sampled_from([10**30, -(10**30)]),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(JUNK | st.sampled_from(["tiles", "end"]), inner, max_size=4)
    ),
    max_leaves=8,
)
PARTS = ["out", "fish", "stopped", "result", "judge", "redeal", "left", "last", "ends", "plays", "why"]
FACTS = st.dictionaries(st.sampled_from(PARTS), JSON, max_size=4)
JUDGED = st.fixed_dictionaries({"judge": st.lists(st.fixed_dictionaries({"why": JSON, "warning": JSON, "seat": JSON}))})
BODIES = {"facts": FACTS | JUDGED | JSON, "uuid": JUNK, "version": st.integers() | JUNK, "actor": JUNK, "going": JSON}
BODIES["actor"] |= st.just("keeper:Kira")
OF_A_HAND = st.fixed_dictionaries({}, optional=BODIES)

DEEP = [
    b"[" * 100_000,
    b'{"facts":' * 30_000,
    b'{"facts": {"judge": ' + b"[" * 900 + b"]" * 900 + b"}}",
    b'{"facts": {}, "version": ' + b"9" * 5000 + b"}",
    b'{"facts": {}, "version": 1e999999}',
]
HALF = (
    b'{"facts": {"judge": [{"seat": 0, "warning": true, "reason": "\\ud800"}]}, "version": 0, "actor": "keeper:Kira",'
    b' "uuid": "7f3c1d1e-32a4-4f0e-9a57-6d3f0f7f8a10"}'
)
"""A hand in which nothing is wrong but half a character; the next is the same with a NUL, in another encoding."""
NUL_IN_UTF_16 = HALF.replace(b"\\ud800", b"\\u0000").decode().encode("utf-16")
ENCODINGS = ["utf-8", "utf-16", "utf-32", "koi8-r", "utf-7", "latin-1"]
KINDS = st.sampled_from(
    [
        "application/json",
        "application/json; charset=utf-16",
        "application/x-www-form-urlencoded",
        "application/x-www-form-urlencoded; charset=koi8-r",
        "application/x-www-form-urlencoded; charset=nonsense",
        "multipart/form-data",
        "multipart/form-data; boundary=",
        "multipart/form-data; boundary=AAA",
        f"multipart/form-data; boundary={'b' * 300}",
        "multipart/form-data; boundary=AAA; charset=utf-16",
        "text/plain",
        "application/xml",
        "/",
        "",
    ]
)
PIECES = [
    b"--AAA\r\n",
    b"--AAA--\r\n",
    b"\r\n",
    b'Content-Disposition: form-data; name="text"\r\n\r\n',
    b'Content-Disposition: form-data; name="file"; filename="../../x.csv"\r\n\r\n',
    b"Content-Disposition: form-data; name*=utf-8''%FF%00; filename*=x'y'%zz\r\n\r\n",
    b"Content-Transfer-Encoding: base64\r\n\r\n!!!!",
    b"a=%FF&b=%00&%=1&&&c[]=1",
    b"text=%u0041&text=%ED%A0%80",
    b"\xff\xfe\x00",
]
RAW = st.one_of(
    st.binary(max_size=300),
    st.sampled_from([*DEEP, HALF, NUL_IN_UTF_16]),
    st.lists(st.sampled_from(PIECES), max_size=8).map(b"".join),
    st.tuples(JSON | OF_A_HAND, st.sampled_from(ENCODINGS)).map(lambda both: in_bytes(*both)),
)
LONG = st.sampled_from([100, 3_000, 70_000]).map(lambda count: "a" * count)
HEADERS: dict[str, list[str]] = {
    "Accept": ["*/*", "application/json", "image/*;q=nonsense", ";;;", "a" * 3000],
    "Accept-Language": ["ru", "ru-RU,ru;q=9", "xx", "zh-Hant-" + "x-" * 300, "*", "en;q=", "ру", "../..", "a" * 5000],
    "If-None-Match": ["*", '"a"', 'W/"', "a,b,,", '"' * 300, "W/" * 400],
    "If-Modified-Since": ["Thu, 01 Jan 1970 00:00:00 GMT", "Mon, 31 Feb 99999 99:99:99 GMT", "-1", "0"],
    "Range": ["bytes=0-0", "bytes=-1", "bytes=9-1", "bytes=0-0,1-1,2-2", "lines=1", "bytes=" + "9" * 40 + "-"],
    "Host": ["localhost", "evil.example", "localhost:99999", "[::1", "local host", "a" * 300, "localhost:80:80", ""],
    "Referer": ["http://localhost/", "javascript:1", "//", "http://[", "http://localhost:x/"],
    "Origin": ["null", "http://evil.example", "http://[", "http://localhost:x"],
    "Authorization": ["Bearer", "Bearer  ", "Bearer " + "ы" * 9, "Basic Og==", "Basic !", "Bearer " + "a" * 4000],
    "X-Forwarded-For": ["1.2.3.4", "unknown", "::1, 1.2.3.4", "a" * 3000],
    "X-Forwarded-Proto": ["https", "gopher"],
    "X-Forwarded-Host": ["evil.example"],
    "X-Request-ID": ["a", "\u2028", "a" * 65, "a b"],
    "X-CSRFToken": ["", "a" * 32, "ы" * 32],
    "X-Requested-With": ["XMLHttpRequest"],
    "X-HTTP-Method-Override": ["DELETE"],
    "User-Agent": ["", "\x7f", "Mozilla/5.0 (Linux; Android", "a" * 3000],
    "Cookie": [
        "sessionid=" + "a" * 32,
        "sessionid='; drop",
        "sessionid=" + "a" * 4000,
        "csrftoken=\x7f",
        "messages=nonsense",
        "messages=W10:1:x",
        "django_language=../../etc",
        "theme=nonsense; django_language=xx",
        "=;=;;a",
        'a="\\377\\000"',
        "sessionid",
    ],
}
SENT = st.lists(
    st.sampled_from(sorted(HEADERS)).flatmap(lambda name: st.tuples(st.just(name), st.sampled_from(HEADERS[name]))),
    max_size=5,
).map(dict)
ASKED_FOR = (
    *("page", "round", "stage", "why", "q", "typing", "by", "with", "ladder", "next", "as", "filled", "size"),
    *("seconds", "show", "keep", "propose", "season", "who", "action", "table", "since", "until", "on", "club"),
    *("variant", "sort", "export", "format", "day"),
)
QUERIES = st.dictionaries(st.sampled_from(ASKED_FOR), JUNK, max_size=3)
ODD_QUERIES = st.one_of(
    LONG.map(lambda text: f"q={text}"),
    st.sampled_from(["q=%FF%FE", "%", "q=%", "q=%ED%A0%80", "&&&=", "q[]=1&q[]=2", "page=%D9%A3", "=".join("abc")]),
    st.integers(200, 1500).map(lambda count: "&".join(f"a{number}=1" for number in range(count))),
)
ODD_PATHS = st.one_of(
    LONG.map(lambda text: f"/t/{text}/"),
    st.sampled_from(
        [
            "/%FF/",
            "/t/%ED%A0%80/",
            "//evil.example/",
            "/./../t/",
            "/%2e%2e/%2e%2e/etc",
            "/t/a%00b/",
            "/static/../config/settings.py",
            "/static/%2e%2e/manage.py",
            "/t/" + "x/" * 300,
            "/api/v1/tournaments/%F0%9F%81%A1",
            "/" + "%C3%A9" * 900,
            "/keep/999999999999999999999/",
        ]
    ),
)
ARGUMENTS = st.one_of(
    JUNK, st.integers(0, 10**25), st.sampled_from(["open", "played", "hidden", "season", "anna", "own"])
)


def in_bytes(body: Any, encoding: str = "utf-8") -> bytes:
    """JSON in an encoding. Halves of characters are escaped, as is what the encoding has no letter for."""
    text = json.dumps(body, ensure_ascii=True)
    return text.encode(encoding, "replace")
