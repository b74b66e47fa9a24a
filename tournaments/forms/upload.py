"""A file that somebody sends: checked by size, ending and content before anything reads it.

`DATA_UPLOAD_MAX_MEMORY_SIZE` limits forms; files have the limit of their field. What is inside an archive counts as
unpacked, so that a small file cannot become a large one.
"""

from __future__ import annotations

import zipfile
from collections.abc import Collection
from pathlib import PurePath
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

UNPACKED_TIMES = 20
UTF_8, CYRILLIC = "utf-8-sig", "cp1251"


class CheckedFileField(forms.FileField):
    """A file with one of the `endings`, of at most `limit` bytes; an archive (XLSX) of 20 times as many unpacked."""

    default_error_messages = {
        "ending": _("A file of this kind can't be read here. Choose one of: %(endings)s."),
        "large": _("The file is too large: at most %(limit)d kB can be read."),
        "content": _("The file is not what its name says. Save it anew and choose it again."),
    }

    def __init__(self, *, endings: Collection[str], limit: int, **more: Any) -> None:
        super().__init__(**more)
        self.endings, self.limit = tuple(endings), limit
        self.widget.attrs["accept"] = ",".join(self.endings)

    def clean(self, data: Any, initial: Any = None) -> Any:
        file = super().clean(data, initial)
        if isinstance(file, UploadedFile):
            self._check(file)
        return file

    def _check(self, file: UploadedFile) -> None:
        ending = PurePath(file.name or "").suffix.lower()
        if ending not in self.endings:
            self._refuse("ending", endings=", ".join(self.endings))
        if (file.size or 0) > self.limit:
            self._refuse("large", limit=self.limit // 1000)
        if ending in (".xlsx", ".zip"):
            self._check_archive(file)
        elif b"\x00" in file.read():
            self._refuse("content")
        file.seek(0)

    def _check_archive(self, file: UploadedFile) -> None:
        try:
            with zipfile.ZipFile(file) as archive:
                unpacked = sum(part.file_size for part in archive.infolist())
        except zipfile.BadZipFile:
            self._refuse("content")
        if unpacked > self.limit * UNPACKED_TIMES:
            self._refuse("large", limit=self.limit // 1000)

    def _refuse(self, code: str, **params: Any) -> None:
        raise forms.ValidationError(self.error_messages[code], code=code, params=params)


def text_of(file: UploadedFile) -> str:
    """The text of a checked file: UTF-8, or else what Russian spreadsheets write."""
    content = file.read()
    try:
        return content.decode(UTF_8)
    except UnicodeDecodeError:
        return content.decode(CYRILLIC, errors="replace")
